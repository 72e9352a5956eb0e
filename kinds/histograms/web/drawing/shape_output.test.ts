import { describe, expect, it } from 'vitest';
import type { CellsShape, Shape } from './plot_shapes';
import { pathShape } from './plot_shapes';
import { fillCells, paintShapes, type ShapeCanvas } from './shape_canvas';
import { partsSvg } from './shape_svg';

const cells: CellsShape = {
  kind: 'cells',
  lefts: Float32Array.of(0, 2),
  rights: Float32Array.of(2, 4),
  ys: Float32Array.of(0, 1, 2),
  levels: Uint8Array.of(1, 1, 0, 2),
  ramp: ['#ffffff', '#ff0000', '#0000ff'],
  area: { left: 0, top: 0, width: 4, height: 2 },
};

describe('fillCells', () => {
  it('colours whole pixels and leaves empty cells out', () => {
    const pixels = new Uint32Array(8);
    fillCells(pixels, 4, 2, cells, 1);
    const [red, blue] = [0xff0000ff, 0xffff0000];
    expect([...pixels]).toEqual([red, red, 0, 0, red, red, blue, blue]);
  });

  it('finds columns that are narrower than a pixel', () => {
    const lefts = Float32Array.from({ length: 100 }, (_, i) => i / 25);
    const rights = Float32Array.from({ length: 100 }, (_, i) => (i + 1) / 25);
    const levels = new Uint8Array(200).fill(2);
    const pixels = new Uint32Array(8);
    fillCells(pixels, 4, 2, { ...cells, lefts, rights, levels }, 1);
    expect(new Set(pixels)).toEqual(new Set([0xffff0000]));
  });
});

describe('paintShapes', () => {
  it('closes areas by filling, and strokes only their line', () => {
    const calls: string[] = [];
    const record =
      (name: string) =>
      (...values: readonly unknown[]): void =>
        void calls.push(`${name} ${values.join(',')}`);
    const names = ['setTransform', 'beginPath', 'moveTo', 'lineTo', 'fill', 'stroke', 'fillRect', 'fillText'] as const;
    const canvas: Partial<ShapeCanvas> = Object.fromEntries(names.map((name) => [name, record(name)]));
    const shapes: readonly Shape[] = [pathShape([0, 0, 5, -5, 10, 0], { fill: '#ff0000', stroke: '#000000' })];
    paintShapes(canvas as ShapeCanvas, shapes, { pixelRatio: 2, fontFamily: 'sans' });
    expect(calls).toEqual([
      'setTransform 2,0,0,2,0,0',
      'beginPath ',
      'moveTo 0,0',
      'lineTo 5,-5',
      'lineTo 10,0',
      'fill ',
      'stroke ',
    ]);
  });
});

describe('partsSvg', () => {
  const page = { width: 100, height: 50, ground: '#ffffff', text: '#000000', title: 'a<b' };

  it('is one file with everything in it, safe whatever names are', () => {
    const shapes: readonly Shape[] = [
      pathShape([0, 0, 5, 5], { stroke: '#123456', dash: [2, 1] }),
      { kind: 'text', text: '<&>', x: 1, y: 2, color: '#000000', anchor: 'end' },
      { kind: 'rules', ends: [0, 0, 0, 9], color: '#cccccc' },
      { kind: 'box', rect: { left: 1, top: 2, width: 3, height: 4 }, fill: '#ff0000', fillAlpha: 0.5 },
    ];
    const svg = partsSvg([{ x: 3, y: 4, caption: 'run "1"', color: '#00ff00', shapes }], page);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg" width="100"')).toBe(true);
    expect(svg).toContain('a&lt;b');
    expect(svg).toContain('&lt;&amp;&gt;');
    expect(svg).toContain('run &quot;1&quot;');
    expect(svg).toContain('M0 0L5 5');
    expect(svg).toContain('stroke-dasharray="2 1"');
    expect(svg).toContain('fill-opacity="0.5"');
  });

  it('makes one rectangle of equal cells above each other, one path of a colour', () => {
    const svg = partsSvg([{ x: 0, y: 0, caption: '', color: '', shapes: [cells] }], page);
    expect(svg).toContain('<path fill="#ff0000" d="M0 0h2v2h-2z"/>');
    expect(svg).toContain('<path fill="#0000ff" d="M2 1h2v1h-2z"/>');
  });
});
