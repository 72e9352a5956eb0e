import { describe, expect, it } from 'vitest';
import { Peaks } from './peaks';
import { paintWave, waveformShape, type WaveCanvas } from './waveform_shape';

const rate = 1000;
const samples = Float32Array.from({ length: 1000 }, (_, i) => (i === 500 ? 1 : i === 502 ? -0.5 : 0));
const peaks = new Peaks(samples);

describe('waveformShape', () => {
  it('shows every sample in some column', () => {
    const shape = waveformShape(peaks, rate, { begin: 0, end: 1 }, 10);
    expect(shape.kind).toBe('columns');
    if (shape.kind !== 'columns') return;
    expect(shape.extremes[10]).toBe(-0.5);
    expect(shape.extremes[11]).toBe(1);
    expect(shape.extremes[2 * 7]).toBe(0);
  });

  it('has nothing past the end', () => {
    const shape = waveformShape(peaks, rate, { begin: 0.9, end: 1.9 }, 10);
    if (shape.kind !== 'columns') throw new Error(shape.kind);
    expect(shape.extremes[0]).toBe(0);
    expect(shape.extremes[2 * 5]).toBeNaN();
  });

  it('gives the samples themselves where each has room', () => {
    const shape = waveformShape(peaks, rate, { begin: 0.5, end: 0.51 }, 100);
    if (shape.kind !== 'points') throw new Error(shape.kind);
    expect(shape.points.find(([x]) => Math.abs(x) < 1e-9)?.[1]).toBe(1);
    expect(shape.points.find(([x]) => Math.abs(x - 20) < 1e-9)?.[1]).toBe(-0.5);
    expect(shape.points[0]?.[0]).toBeLessThan(0);
    expect(shape.points.at(-1)?.[0]).toBeGreaterThan(99);
  });
});

describe('paintWave', () => {
  it('draws what the shape says, inside its box', () => {
    const boxes: number[][] = [];
    const nothing = (): undefined => undefined;
    const canvas: WaveCanvas = {
      fillStyle: '',
      strokeStyle: '',
      lineWidth: 1,
      fillRect: (...box) => boxes.push(box),
      beginPath: nothing,
      moveTo: nothing,
      lineTo: nothing,
      stroke: nothing,
    };
    const extremes = Float32Array.from([-0.5, 1, Number.NaN, Number.NaN, 0, 7]);
    paintWave(canvas, { kind: 'columns', extremes }, 3, { top: 10, height: 40, color: 'c', zeroColor: 'z', ratio: 1 });
    expect(boxes).toEqual([
      [0, 30, 3, 1],
      [0, 10, 1, 30],
      [2, 10, 1, 20],
    ]);
  });
});
