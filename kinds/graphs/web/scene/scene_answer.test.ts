import { describe, expect, it } from 'vitest';
import { FormatError } from '$api/foreign';
import { fakeSceneAnswer } from '../fake_scene';
import { readScene } from './scene_answer';

const answer = {
  ...fakeSceneAnswer([]),
  direction: 'down',
  nodes: [
    {
      id: 'n:a/x',
      name: 'a/x',
      label: 'x',
      kind: 'op',
      op: 'Add',
      role: 'main',
      in_item: 's:a',
      open: false,
      x: 20,
      y: 60,
      w: 15,
      h: 6,
      count: 1,
      in: [
        { id: 'n:a/c', name: 'a/c', label: 'c', kind: 'op', role: 'embedded', op: 'Const', tensors: 1, controls: 0 },
      ],
      in_more: 3,
    },
    {
      id: 's:a',
      name: 'a',
      label: 'a',
      kind: 'scope',
      role: 'main',
      in_item: '',
      open: true,
      x: 0,
      y: 30,
      w: 80,
      h: 120,
      count: 3,
      template: 0,
      devices: { '/gpu:0': 3 },
      cost: { nodes: 3, sum: 120, span: 150, memory: 4096 },
    },
  ],
  edges: [
    {
      in_item: '',
      from: 'n:in',
      to: 's:a',
      tensors: 2,
      controls: 0,
      elements: 6272,
      label: '2 tensors',
      points: [27.5, 190, 27.5, 150],
    },
    {
      in_item: 's:a',
      from: 'n:in',
      to: 'n:a/x',
      border: 'from',
      tensors: 1,
      controls: 0,
      elements: 3136,
      label: '32×98',
      points: [27.5, 150, 27.5, 66],
    },
    {
      in_item: 's:a',
      from: 'n:in',
      to: 'n:a/x',
      border: 'from',
      tensors: 0,
      controls: 1,
      elements: 0,
      reference: true,
      label: 'control',
      points: [30, 150, 30, 66],
    },
  ],
};

describe('readScene', () => {
  it('reads nodes, what is around them before them, and edges', () => {
    const scene = readScene(answer);
    expect(scene.direction).toBe('down');
    expect(scene.nodes.map(({ id, depth }) => [id, depth])).toEqual([
      ['s:a', 0],
      ['n:a/x', 1],
    ]);
    const outer = scene.nodeById.get('s:a');
    expect(outer).toMatchObject({ isOpen: true, parent: undefined, template: 0, cost: { memory: 4096 } });
    expect(outer?.devices.get('/gpu:0')).toBe(3);
    expect(scene.nodeById.get('n:a/x')).toMatchObject({ parent: 's:a', op: 'Add', insMore: 3, ins: [{ id: 'n:a/c' }] });
    expect(scene.edges[1]).toMatchObject({ border: 'from', parent: 's:a', depth: 1, isReference: false });
    expect(scene.edges[2]?.isReference).toBe(true);
  });

  it('gives every edge a key of its own, the same each time', () => {
    const keys = readScene(answer).edges.map(({ key }) => key);
    expect(new Set(keys).size).toBe(3);
    expect(readScene(answer).edges.map(({ key }) => key)).toEqual(keys);
  });

  const node = answer.nodes[1];
  const edge = answer.edges[0];
  it.each([
    ['no object', []],
    ['nodes twice', { ...answer, nodes: [node, node] }],
    ['a node in one that is not there', { ...answer, nodes: [{ ...node, in_item: 's:b' }] }],
    ['a node in itself', { ...answer, nodes: [{ ...node, in_item: 's:a' }] }],
    ['a place that is no number', { ...answer, nodes: [{ ...node, x: 'NaN' }] }],
    ['an unknown kind', { ...answer, nodes: [{ ...node, kind: 'planet' }] }],
    ['half a place', { ...answer, edges: [{ ...edge, points: [1, 2, 3] }] }],
    ['a line of one place', { ...answer, edges: [{ ...edge, points: [1, 2] }] }],
    ['an unknown border', { ...answer, edges: [{ ...edge, border: 'left' }] }],
  ])('refuses %s', (_, wrong) => {
    expect(() => readScene(wrong)).toThrow(FormatError);
  });
});
