// The whole scene on a postage stamp.
import type { Scene } from './scene_answer';
import { sceneBox, seenBox, seenPart, type Box, type Camera, type Size } from './scene_camera';
import type { ScenePaint } from './scene_look';
import { mainColor } from './scene_node_shapes';
import type { SceneTheme } from './scene_theme';

const mostPixels = 150;
// With so much of the scene in view a map tells nothing.
const usefulPart = 0.8;

export interface MapSize extends Size {
  // Pixels to a unit of the scene.
  readonly scale: number;
}

export function mapSize(scene: Size): MapSize {
  const scale = Math.min(mostPixels / Math.max(1, scene.width), mostPixels / Math.max(1, scene.height));
  return { width: Math.max(8, scene.width * scale), height: Math.max(8, scene.height * scale), scale };
}

export interface MapLayout {
  // What is in view, in pixels of the map.
  readonly seen: Box;
  readonly isUseful: boolean;
}

export function mapLayout(scene: Size, { width, height, scale }: MapSize, camera: Camera, frame: Size): MapLayout {
  const seen = seenBox(camera, frame);
  const within = (at: number, room: number): number => Math.min(room, Math.max(0, at * scale));
  const [x, right] = [within(seen.x, width), within(seen.x + seen.w, width)];
  const [y, bottom] = [within(seen.y, height), within(seen.y + seen.h, height)];
  return {
    seen: { x, y, w: Math.max(4, right - x), h: Math.max(4, bottom - y) },
    isUseful: frame.width > 0 && seenPart(camera, sceneBox(scene), frame) < usefulPart,
  };
}

export interface MapRect extends Box {
  readonly color: string;
}

// Parents come before their children, as in the scene.
export function mapRects(scene: Scene, paint: ScenePaint, theme: SceneTheme, scale: number): readonly MapRect[] {
  return scene.nodes.map((node) => {
    const color = node.isOpen
      ? theme.panels[node.depth % 2 === 0 ? 1 : 0]
      : (mainColor(paint.fill(node)) ?? theme.outline);
    // One that is too small to be seen is still a dot.
    const [w, h] = [Math.max(1, node.w * scale), Math.max(1, node.h * scale)];
    return { x: node.x * scale, y: node.y * scale, w, h, color };
  });
}
