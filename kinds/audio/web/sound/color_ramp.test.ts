import { describe, expect, it } from 'vitest';
import { colorRamp, parseColor, rampIndex } from './color_ramp';

describe('parseColor', () => {
  it('reads what themes write', () => {
    expect(parseColor('#0b6e69')).toEqual([11, 110, 105]);
    expect(parseColor(' #fff ')).toEqual([255, 255, 255]);
    expect(parseColor('rgb(1, 20, 255)')).toEqual([1, 20, 255]);
    expect(parseColor('none')).toEqual([0, 0, 0]);
  });
});

describe('colorRamp', () => {
  it('goes through its stops', () => {
    const ramp = colorRamp([
      [0, 0, 0],
      [255, 0, 0],
      [255, 255, 255],
    ]);
    expect(ramp).toHaveLength(256);
    expect(ramp[0]).toBe(0xff000000);
    expect(ramp[255]).toBe(0xffffffff);
    expect((ramp[127] ?? 0) & 0xff).toBe(254);
    expect(((ramp[127] ?? 0) >> 8) & 0xff).toBe(0);
  });
});

describe('rampIndex', () => {
  it('spans the range and keeps inside', () => {
    expect(rampIndex(0, 0, 80)).toBe(255);
    expect(rampIndex(-80, 0, 80)).toBe(0);
    expect(rampIndex(-200, 0, 80)).toBe(0);
    expect(rampIndex(20, 0, 80)).toBe(255);
    expect(rampIndex(-40, 0, 80)).toBe(128);
  });
});
