import { describe, expect, it } from 'vitest';
import type { HoverPoint } from './chart_hover';
import { readoutFormats, readoutRow, rowsAsText, usedColumns, type ReadoutContext } from './chart_readout';
import type { LineSeries } from './line_data';

const series: LineSeries = {
  key: 'a',
  label: 'train\tone',
  x: Float64Array.of(10, 20),
  y: Float64Array.of(0.123456789, Number.NaN),
  side: 'left',
  isBackground: false,
};
const context: ReadoutContext = {
  styles: new Map([['a', { color: '#123456', isVisible: true, isHighlighted: false, dash: [4, 2] }]]),
  xText: 'step',
  formats: readoutFormats('en'),
  startTime: () => undefined,
};

function at(index: number, of: LineSeries = series): HoverPoint {
  return { series: of, index, x: 0, y: 0, distance: 0, isFar: false };
}

describe('readoutRow', () => {
  it('shows six digits and keeps all of them', () => {
    const point = at(0);
    const row = readoutRow(point, point, context);
    expect(row.value).toEqual({ text: '0.123457', full: '0.123456789' });
    expect(row.step?.text).toBe('10');
    expect(row.isNearest).toBe(true);
    expect(row.color).toBe('#123456');
    expect([row.smoothed, row.time, row.relative, row.x]).toEqual([undefined, undefined, undefined, undefined]);
  });
  it('tells further numbers by their names, in place of the value', () => {
    const detailed = { ...series, details: [{ title: 'max', values: Float64Array.of(2, 3.123456) }] };
    const row = readoutRow(at(1, detailed), undefined, context);
    expect(row.details).toEqual([{ title: 'max', text: '3.12346', short: '3.123', full: '3.123456' }]);
    expect(usedColumns([row])).toEqual(['step']);
    expect(usedColumns([row, readoutRow(at(0), undefined, context)])).toContain('value');
    const titles = {
      label: 'curve',
      value: 'v',
      smoothed: 's',
      band: 'b',
      x: 'x',
      step: 'step',
      time: 't',
      relative: 'r',
    };
    expect(rowsAsText([row], titles)).toBe('curve\tmax\tstep\ntrain one\t3.123456\t20');
  });
  it('tells what is not a number', () => {
    expect(readoutRow(at(1), undefined, context).value.text).toBe('NaN');
  });
  it('has value and smoothed where the line is smoothed', () => {
    const smoothed = { ...series, raw: Float64Array.of(1, 2) };
    const row = readoutRow(at(0, smoothed), undefined, context);
    expect(row.value.text).toBe('1');
    expect(row.smoothed?.text).toBe('0.123457');
  });
  it('tells how far the band of a group reaches', () => {
    const banded = { ...series, bands: [{ low: Float64Array.of(0.1, 0), high: Float64Array.of(0.234567, 1) }] };
    const row = readoutRow(at(0, banded), undefined, context);
    expect(row.band).toEqual({ text: '0.1 … 0.2346', full: '0.1 … 0.234567' });
    expect(usedColumns([row])).toEqual(['value', 'band', 'step']);
  });
  it('tells which axis measures it', () => {
    expect(readoutRow(at(0), undefined, context).isRight).toBe(false);
    expect(readoutRow(at(0, { ...series, side: 'right' }), undefined, context).isRight).toBe(true);
  });
  it('keeps every digit of a large step', () => {
    const large = { ...series, steps: BigInt64Array.of(9_007_199_254_740_993n, 0n) };
    expect(readoutRow(at(0, large), undefined, context).step?.text).toBe('9,007,199,254,740,993');
  });
  it('tells relative time only from a known beginning', () => {
    const timed = { ...series, wallTimes: Float64Array.of(1000, 1090) };
    expect(readoutRow(at(1, timed), undefined, context).relative).toBeUndefined();
    const row = readoutRow(at(1, timed), undefined, { ...context, startTime: () => 1000 });
    expect(row.relative?.text).toBe('1 m 30 s');
  });
  it('is told step and time of points whose series has none', () => {
    const detailOf = (key: string, index: number): { step: bigint; wallTime: number } | undefined =>
      key === 'a' && index === 1 ? { step: 2n ** 60n, wallTime: 1_700_000_030 } : undefined;
    const told = { ...context, xText: 'number' as const, startTime: () => 1_700_000_000, detailOf };
    const row = readoutRow(at(1), undefined, told);
    expect([row.step?.full, row.time?.full, row.relative?.full]).toEqual([
      '1152921504606846976',
      '2023-11-14T22:13:50.000Z',
      '30 s',
    ]);
    expect(usedColumns([readoutRow(at(0), undefined, told)])).toEqual(['value', 'x']);
  });
  it('has the whole time in its title, and nothing where a time is none', () => {
    const timed = { ...series, wallTimes: Float64Array.of(1769860800.25, Number.NaN) };
    expect(readoutRow(at(0, timed), undefined, context).time?.full).toBe('2026-01-31T12:00:00.250Z');
    expect(readoutRow(at(1, timed), undefined, context).time).toEqual({ text: '', full: '' });
  });
  it('shows an x that is none of these', () => {
    expect(readoutRow(at(0), undefined, { ...context, xText: 'number' }).x?.text).toBe('10');
  });
});

it('copies rows as a spreadsheet takes them', () => {
  const row = readoutRow(at(0), undefined, context);
  const titles = {
    label: 'Curve',
    value: 'Value',
    smoothed: 'Smoothed',
    band: 'Band',
    x: 'X',
    step: 'Step',
    time: 'Time',
    relative: 'Relative',
  };
  expect(usedColumns([row])).toEqual(['value', 'step']);
  expect(rowsAsText([row], titles)).toBe('Curve\tValue\tStep\ntrain one\t0.123456789\t10');
});
