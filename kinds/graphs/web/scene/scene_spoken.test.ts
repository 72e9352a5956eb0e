import { describe, expect, it } from 'vitest';
import { translate } from '$base/language.svelte';
import { fakeScene } from '../fake_scene';
import { SceneLinks } from './scene_links';
import { sceneMessages } from './scene_messages';
import { edgeHint, nodeHint, spokenNode, type SceneTranslate } from './scene_spoken';

const english: SceneTranslate = (key, values) => translate(sceneMessages, 'en', key, values);
const scene = fakeScene(
  [
    { id: 'n:a/x', op: 'Add' },
    { id: 's:b', count: 1200 },
    { id: 'm:', count: 5 },
  ],
  [
    ['n:a/x', 's:b', { tensors: 3, controls: 1 }],
    ['', 's:b', { tensors: 1, reference: true }],
  ],
);
const links = new SceneLinks(scene);
const spoken = (id: string): string | undefined => {
  const node = scene.nodeById.get(id);
  return node && spokenNode(node, links, english);
};

describe('items in words', () => {
  it('says what a screen reader needs', () => {
    expect(spoken('n:a/x')).toBe('x, Add, 0 inputs, 1 output');
    expect(spoken('s:b')).toBe('b, group, 1,200 nodes, closed, 2 inputs, 0 outputs');
    expect(spoken('m:')).toBe('5 more nodes not drawn');
  });
  it('says the whole name beside the pointer', () => {
    const node = scene.nodeById.get('n:a/x');
    expect(node && nodeHint(node, english)).toEqual({ title: 'a/x', lines: ['Add'] });
  });
  it('says where an edge leads and what it carries', () => {
    const [first, second] = scene.edges.map((edge) => edgeHint(edge, scene, english));
    expect(first).toEqual({ title: 'x → b', lines: ['3 tensors · control dependency'] });
    expect(second).toEqual({ title: 'several → b', lines: ['2×3 · changes the variable'] });
  });
});
