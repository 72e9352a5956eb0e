import { describe, expect, it } from 'vitest';
import { CoverageMask } from './coverage_mask';
import { PixelCanvas } from './pixel_canvas';

const width = 40;
const height = 60;

// The same numbers in every run of the test.
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

function maskOf(hiddenTop: number, hiddenBottom: number): CoverageMask {
  const mask = new CoverageMask();
  mask.resize(width, height);
  mask.hiddenTop.fill(hiddenTop);
  mask.hiddenBottom.fill(hiddenBottom);
  return mask;
}

describe('hidden parts of a mask', () => {
  it('change nothing of what shows', () => {
    const random = makeRandom(7);
    for (let round = 0; round < 400; round += 1) {
      const top = Math.floor(random() * height);
      const bottom = top + Math.floor(random() * (height - top));
      const whole = maskOf(0, 0);
      const part = maskOf(top, bottom);
      for (let i = 0; i < 4; i += 1) {
        const [ax, ay, bx, by] = [random() * 60 - 10, random() * 90 - 15, random() * 60 - 10, random() * 90 - 15];
        const halfWidth = 0.5 + random() * 2;
        for (const mask of [whole, part]) {
          mask.strokeSegment(ax, ay, i % 2 === 0 ? bx : ax + 0.5, by, halfWidth);
          mask.strokeColumn(Math.floor(bx), Math.min(ay, by), Math.max(ay, by), halfWidth);
        }
      }
      const isWrong = (byte: number, index: number): boolean =>
        byte !== whole.bytes[index] && (index % height < top || index % height >= bottom);
      expect(part.bytes.findIndex(isWrong)).toBe(-1);
    }
  });

  it('leave out what lies wholly under them', () => {
    const mask = maskOf(10, 50);
    mask.strokeSegment(2, 20, 30, 25, 0.75);
    mask.strokeSegment(5, 20, 6, 40, 0.75);
    mask.strokeColumn(8, 20, 30, 0.5);
    expect(mask.left).toBe(width);
    expect(mask.bytes.every((byte) => byte === 0)).toBe(true);
    mask.uncover();
    mask.strokeSegment(2, 20, 30, 25, 0.75);
    expect(mask.left).toBeLessThan(width);
  });

  it('are the full pixels around the middle of each column, and grow with them', () => {
    const canvas = new PixelCanvas();
    canvas.reset(width, height);
    const mask = maskOf(0, 0);
    mask.fillColumn(3, 20, 40, 255);
    canvas.layUnder(mask, 0x123456, 1);
    canvas.hide(mask);
    expect([mask.hiddenTop[3], mask.hiddenBottom[3]]).toEqual([20, 40]);
    expect((mask.hiddenBottom[4] ?? 0) - (mask.hiddenTop[4] ?? 0)).toBe(0);
    mask.fillColumn(3, 15, 45, 255);
    canvas.layUnder(mask, 0x654321, 0.5);
    canvas.hide(mask);
    // Half transparent is not full.
    expect([mask.hiddenTop[3], mask.hiddenBottom[3]]).toEqual([20, 40]);
    mask.fillColumn(3, 15, 45, 255);
    canvas.layUnder(mask, 0x654321, 1);
    canvas.hide(mask);
    expect([mask.hiddenTop[3], mask.hiddenBottom[3]]).toEqual([15, 45]);
  });
});
