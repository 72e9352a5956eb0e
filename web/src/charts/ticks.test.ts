import { describe, expect, it } from 'vitest';
import { labelPixels, type AxisTextKind } from './axis_text';
import type { ScaleKind } from './line_data';
import { testAxis, testRandom } from './line_test_support';
import { makeScale } from './scale';
import { axisTicks, type Tick, type TickDirection } from './ticks';

function labels(ticks: readonly Tick[]): readonly string[] {
  return ticks.filter((tick) => tick.label !== '').map((tick) => tick.label);
}

function numbers(min: number, max: number, pixels = 300, direction: TickDirection = 'x'): readonly string[] {
  return labels(axisTicks(testAxis(min, max), pixels, 'number', 'en', direction));
}

describe('numbers', () => {
  it.each<[number, number, readonly string[]]>([
    [0, 1, ['0', '0.2', '0.4', '0.6', '0.8', '1.0']],
    [0.99981, 0.99989, ['0.99982', '0.99984', '0.99986', '0.99988']],
    [-1e-12, 3e-12, ['−1e−12', '0', '1e−12', '2e−12', '3e−12']],
    [123456.7, 123461, ['123457', '123458', '123459', '123460', '123461']],
    [0, 1e12, ['0', '2e11', '4e11', '6e11', '8e11', '1e12']],
    [0.999812345671, 0.999812345679, ['0.999812345672', '…674', '…676', '…678']],
  ])('from %d to %d', (min, max, expected) => {
    expect(numbers(min, max)).toEqual(expected);
  });
});

describe('steps', () => {
  it.each<[number, number, readonly string[]]>([
    [0, 2500, ['0', '500', '1000', '1500', '2000', '2500']],
    [0, 1e6, ['0', '200k', '400k', '600k', '800k', '1M']],
    [12_000, 12_900, ['12k', '12.2k', '12.4k', '12.6k', '12.8k']],
    [3.2, 5.1, ['4', '5']],
    [1234567890, 1234567899, ['1,234,567,890', '…895']],
  ])('from %d to %d', (min, max, expected) => {
    expect(labels(axisTicks(testAxis(min, max), 300, 'step', 'en'))).toEqual(expected);
  });
});

describe('durations', () => {
  it.each<[number, number, 'en' | 'zh', readonly string[]]>([
    [0, 0.02, 'en', ['0s', '5ms', '10ms', '15ms', '20ms']],
    [0, 90, 'en', ['0s', '30s', '1m', '1m 30s']],
    [0, 5400, 'en', ['0s', '30m', '1h', '1h 30m']],
    [0, 5400, 'zh', ['0秒', '30分', '1小时', '1小时30分']],
    [-60, 60, 'en', ['−1m', '−30s', '0s', '30s', '1m']],
    [0, 259_200, 'en', ['0s', '1d', '2d', '3d']],
  ])('from %d to %d in %s', (min, max, language, expected) => {
    expect(labels(axisTicks(testAxis(min, max), 300, 'duration', language))).toEqual(expected);
  });
});

describe('times', () => {
  // Local times on both sides: the test says the same in every zone.
  const at = (...parts: [number, number, number, number, number, number]): number =>
    new Date(...parts).getTime() / 1000;
  const start = at(2026, 10, 15, 14, 3, 7);

  it.each<[number, AxisTextKind, 'en' | 'zh', readonly string[]]>([
    [1, 'time', 'en', ['Nov 15 14:03:07.0', '14:03:07.5', '14:03:08.0']],
    [30, 'time', 'en', ['Nov 15 14:03:10', '14:03:20', '14:03:30']],
    [7200, 'time', 'en', ['Nov 15 14:30', '15:00', '15:30', '16:00']],
    [7200, 'time', 'zh', ['11月15日 14:30', '15:00', '15:30', '16:00']],
    [86_400, 'time', 'en', ['Nov 15 18:00', 'Nov 16', '06:00', '12:00']],
    [3 * 86_400, 'date', 'en', ['Nov 16, 2026', 'Nov 17', 'Nov 18']],
    [100 * 86_400, 'time', 'en', ['Dec 2026', '2027', 'Feb']],
    [9000 * 86_400, 'time', 'zh', ['2030年', '2035年', '2040年', '2045年', '2050年']],
  ])('for %d seconds as %s in %s', (span, kind, language, expected) => {
    expect(labels(axisTicks(testAxis(start, start + span, 'time'), 330, kind, language))).toEqual(expected);
  });

  it('stand at local midnight and at local months', () => {
    const days = axisTicks(testAxis(start, start + 4 * 86_400, 'time'), 400, 'time', 'en');
    expect(days.map((tick) => tick.value)).toContain(at(2026, 10, 17, 0, 0, 0));
    const months = axisTicks(testAxis(start, start + 200 * 86_400, 'time'), 600, 'time', 'en');
    expect(months.map((tick) => tick.value)).toContain(at(2027, 2, 1, 0, 0, 0));
  });
});

describe('log axes', () => {
  it('names values on both sides of the only power in view', () => {
    const labels = axisTicks(
      { kind: 'log', domain: { min: 0.13, max: 3 }, symlogConstant: 1 },
      180,
      'number',
      'en',
      'y',
    ).map(({ label }) => label);
    expect(labels.filter((label) => label !== '')).toEqual(['0.2', '0.5', '1', '2']);
  });
  it('name the powers and have notches between', () => {
    const ticks = axisTicks(testAxis(0.01, 10, 'log'), 160, 'number', 'en');
    expect(labels(ticks)).toEqual(['0.01', '0.1', '1', '10']);
    expect(ticks.filter((tick) => !tick.isMajor)).toHaveLength(24);
  });

  it('skip powers where there are many', () => {
    expect(labels(axisTicks(testAxis(1e-12, 1e12, 'log'), 200, 'number', 'en', 'y'))).toEqual([
      '1e−12',
      '1e−9',
      '1e−6',
      '0.001',
      '1',
      '1000',
      '1e6',
      '1e9',
      '1e12',
    ]);
  });

  it('have plain numbers within a decade', () => {
    expect(labels(axisTicks(testAxis(2, 3, 'log'), 300, 'number', 'en'))).toEqual([
      '2.0',
      '2.2',
      '2.4',
      '2.6',
      '2.8',
      '3.0',
    ]);
  });
});

it('symlog axes have zero and powers on both sides', () => {
  expect(labels(axisTicks(testAxis(-1000, 1000, 'symlog'), 300, 'number', 'en'))).toEqual([
    '−1000',
    '−100',
    '−10',
    '0',
    '10',
    '100',
    '1000',
  ]);
});

it('an axis without length has no ticks', () => {
  expect(axisTicks(testAxis(0, 1), 0, 'number', 'en')).toEqual([]);
});

// Any domain from 1e-12 to 1e12, anywhere: labels differ, rise, are within the axis and never touch.
it.each<[ScaleKind, AxisTextKind, TickDirection]>([
  ['linear', 'number', 'x'],
  ['linear', 'number', 'y'],
  ['linear', 'step', 'x'],
  ['linear', 'duration', 'x'],
  ['time', 'time', 'x'],
  ['log', 'number', 'x'],
  ['log', 'number', 'y'],
  ['symlog', 'number', 'x'],
])('%s axes of %s along %s keep their labels apart', (kind, text, direction) => {
  const random = testRandom(7);
  for (let round = 0; round < 400; round += 1) {
    const span = 10 ** (random() * 24 - 12);
    const offset = kind === 'time' ? 1.7e9 + random() * 1e8 : (random() - 0.5) * 10 ** (random() * 10) * span;
    const min = kind === 'log' ? 10 ** (random() * 20 - 12) : offset;
    const max =
      kind === 'log' ? min * 10 ** (random() * 12) : offset + (kind === 'time' ? Math.max(1e-3, span % 1e9) : span);
    const pixels = 60 + random() * 900;
    const axis = testAxis(min, max, kind);
    const ticks = axisTicks(axis, pixels, text, 'en', direction);
    const scale = makeScale(axis, 0, pixels);
    const named = ticks.filter((tick) => tick.label !== '');
    const about = `${kind} ${min} to ${max} on ${pixels}: ${labels(ticks).join(' | ')}`;
    // A month has the same name each year; of other labels no two are alike.
    if (kind !== 'time') expect(new Set(named.map((tick) => tick.label)).size, about).toBe(named.length);
    for (const [i, tick] of named.entries()) {
      const pixel = scale.toPixel(tick.value);
      expect(pixel, about).toBeGreaterThan(-1);
      expect(pixel, about).toBeLessThan(pixels + 1);
      const before = named[i - 1];
      if (before === undefined) continue;
      expect(tick.label, about).not.toBe(before.label);
      const room = direction === 'x' ? (labelPixels(before.label) + labelPixels(tick.label)) / 2 + 4 : 12;
      expect(pixel - scale.toPixel(before.value), about).toBeGreaterThan(room);
    }
  }
});
