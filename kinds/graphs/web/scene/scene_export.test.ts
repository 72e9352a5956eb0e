import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { sceneDot } from './scene_dot';
import { pngScale, sceneSvg } from './scene_export';
import { drawingInput } from './theme_for_test';

const note = { id: 'n:c', name: 'c', label: 'c', kind: 'op', role: 'embedded', op: 'Const', tensors: 1, controls: 0 };
const scene = fakeScene(
  [
    { id: 'n:in', label: 'say "<hi>" & \\go', x: 10, y: 80, w: 90, h: 12, op: 'Placeholder', in: [note] },
    { id: 's:a', x: 0, y: 0, w: 90, h: 60, open: true },
    { id: 'n:a/x', in_item: 's:a', x: 20, y: 40, w: 15, h: 6 },
    { id: 's:b', x: 100, y: 0, w: 60, h: 15, count: 7 },
  ],
  [
    ['n:in', 's:a', { points: [17, 80, 17, 60] }],
    ['n:in', 'n:a/x', { in_item: 's:a', border: 'from', points: [17, 60, 27, 46] }],
    ['n:in', 's:b', { points: [17, 80, 130, 15], tensors: 0, controls: 1, label: 'control' }],
  ],
);

describe('sceneSvg', () => {
  const svg = sceneSvg(drawingInput(scene), 'A & B');

  it('is one whole element that needs nothing else', () => {
    expect(svg).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" .*<\/svg>$/s);
    expect(svg).toContain('<title>A &amp; B</title>');
    expect(svg).not.toMatch(/NaN|undefined|href|Infinity/);
  });
  it('holds every node and edge, with names made safe', () => {
    expect(svg.match(/<rect /g)).toHaveLength(3);
    expect(svg.match(/<ellipse /g)).toHaveLength(3);
    expect(svg.match(/stroke-dasharray/g)).toHaveLength(1);
    expect(svg).toContain('&lt;hi&gt;');
    expect(svg).not.toContain('<hi>');
  });
  it('writes stripes of one kind once', () => {
    const fill = () => [
      { color: '#111111', part: 1 },
      { color: '#eeeeee', part: 3 },
    ];
    const striped = sceneSvg(drawingInput(scene, { fill }), '');
    expect(striped.match(/<linearGradient /g)).toHaveLength(1);
    expect(striped.match(/fill="url\(#stripes0\)"/g)).toHaveLength(3);
  });
});

describe('pngScale', () => {
  it('is 3, or what a browser can do', () => {
    expect(pngScale(800, 600)).toBe(3);
    expect(pngScale(16_384, 100)).toBe(1);
    expect(40_000 * 40_000 * pngScale(40_000, 40_000) ** 2).toBeLessThanOrEqual(160e6 + 1);
  });
});

describe('sceneDot', () => {
  const dot = sceneDot(scene, 'my "graph"');

  it('has clusters for open items and points at their borders', () => {
    expect(dot).toContain('digraph "my \\"graph\\"" {');
    expect(dot).toContain('rankdir=BT');
    expect(dot).toMatch(/subgraph "cluster s:a" \{\n {4}label="a";\n {4}"s:a in n:in" \[shape=point/);
    expect(dot).toContain('"n:in" -> "s:a in n:in" [label="2×3", arrowhead=none];');
    expect(dot).toContain('"s:a in n:in" -> "n:a/x"');
  });
  it('tells kinds, controls and little nodes', () => {
    expect(dot).toContain('"s:b" [label="b (7)", shape=box, style=rounded];');
    expect(dot).toContain('"n:in" -> "s:b" [style=dashed];');
    expect(dot).toContain('"n:c" -> "n:in"');
    expect(dot).toContain('label="say \\"<hi>\\" & \\\\go\\nPlaceholder"');
  });
  it('names every end of an edge', () => {
    const names = new Set([...dot.matchAll(/^ *("(?:[^"\\]|\\.)*") \[/gm)].map((match) => match[1]));
    for (const match of dot.matchAll(/^ *("(?:[^"\\]|\\.)*") -> ("(?:[^"\\]|\\.)*")/gm)) {
      expect(names).toContain(match[1]);
      expect(names).toContain(match[2]);
    }
  });
});
