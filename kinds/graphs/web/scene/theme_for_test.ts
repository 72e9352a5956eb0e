// For tests: colours that can be told apart.
import type { Scene } from './scene_answer';
import { plainPaint, type DrawingInput, type ScenePaint } from './scene_look';
import type { SceneTheme } from './scene_theme';

export const testTheme: SceneTheme = {
  ground: '#f0f0f0',
  panels: ['#ffffff', '#fafafa'],
  line: '#dddddd',
  outline: '#999999',
  text: '#101010',
  dim: '#555555',
  accent: '#00aa88',
  soft: '#ddffee',
  scope: '#e0e0e0',
  op: '#fefefe',
  edge: '#888888',
  reference: '#ff8800',
  isDark: false,
  fontFamily: 'sans-serif',
};

export function drawingInput(scene: Scene, paint: Partial<ScenePaint> = {}): DrawingInput {
  const words = { tensors: (n: number) => `${String(n)} tensors` };
  return { scene, paint: { ...plainPaint, ...paint }, theme: testTheme, words, alphaOf: () => 1 };
}
