import { describe, expect, it } from 'vitest';
import {
  firstRows,
  hasInView,
  hoverPoints,
  nameRanks,
  nearestIndex,
  nearestPoint,
  neighbourCurve,
  pointValue,
  sortPoints,
  type PlotScales,
} from './chart_hover';
import type { LineSeries } from './line_data';
import { makeScale } from './scale';

// A plot of 100 x 100 pixels over x 0 to 100 and y 0 to 10, the right axis 0 to 1000.
const linear = (
  min: number,
  max: number,
): { kind: 'linear'; domain: { min: number; max: number }; symlogConstant: 1 } => ({
  kind: 'linear',
  domain: { min, max },
  symlogConstant: 1,
});
const scales: PlotScales = {
  x: makeScale(linear(0, 100), 0, 100),
  left: makeScale(linear(0, 10), 100, 0),
  right: makeScale(linear(0, 1000), 100, 0),
};

function curve(
  key: string,
  points: readonly (readonly [number, number])[],
  more: Partial<LineSeries> = {},
): LineSeries {
  const x = Float64Array.from(points, ([value]) => value);
  const y = Float64Array.from(points, ([, value]) => value);
  return { key, label: key, x, y, side: 'left', isBackground: false, ...more };
}

describe('nearestIndex', () => {
  const series = curve('a', [
    [0, 1],
    [10, 1],
    [11, 1],
    [50, 1],
  ]);
  it.each([
    [-20, 0],
    [4, 0],
    [6, 1],
    [10.6, 2],
    [30, 2],
    [31, 3],
    [200, 3],
  ])('at pixel %s it is %s', (pixel, index) => expect(nearestIndex(series, scales.x, pixel)).toBe(index));
  it('is none without points', () => expect(nearestIndex(curve('e', []), scales.x, 5)).toBe(-1));
  it('goes by pixels, not by numbers, on a log axis', () => {
    const log = makeScale({ kind: 'log', domain: { min: 1, max: 1e4 }, symlogConstant: 1 }, 0, 400);
    const two = curve('l', [
      [1, 1],
      [10000, 1],
    ]);
    // 300 is nearer to 1 as a number, and nearer to 10,000 by powers.
    expect(nearestIndex(two, log, log.toPixel(300))).toBe(1);
  });
});

describe('hoverPoints', () => {
  const dense = curve('dense', [
    [40, 5],
    [50, 5],
    [60, 5],
  ]);
  const ended = curve('ended', [
    [0, 1],
    [20, 1],
  ]);
  const sparse = curve('sparse', [
    [0, 2],
    [100, 2],
  ]);
  it('leaves out what ended elsewhere and marks what is far', () => {
    const points = hoverPoints([dense, ended, sparse], scales, 100, { x: 50, y: 50 });
    expect(points.map((point) => [point.series.key, point.isFar])).toEqual([
      ['dense', false],
      ['sparse', true],
    ]);
  });
  it('measures to the curve, not to its points', () => {
    const [point] = hoverPoints([sparse], scales, 100, { x: 50, y: 75 });
    expect(point?.distance).toBeCloseTo(5, 9);
  });
  it('finds a spike that has no point under the pointer', () => {
    const spike = curve('spike', [
      [49, 0],
      [50, 10],
      [51, 0],
    ]);
    const [point] = hoverPoints([spike], scales, 100, { x: 50.2, y: 40 });
    expect(point?.distance).toBeLessThan(1);
  });
  it('knows which axis a curve belongs to', () => {
    const right = curve('right', [[50, 500]], { side: 'right' });
    expect(hoverPoints([right], scales, 100, { x: 50, y: 0 })[0]?.y).toBe(50);
  });
  it('puts NaN after all that have a place', () => {
    const nan = curve('nan', [[50, Number.NaN]]);
    const points = hoverPoints([nan, sparse], scales, 100, { x: 50, y: 0 });
    expect(nearestPoint(points)?.series.key).toBe('sparse');
    expect(points[0]?.y).toBeNaN();
  });
  it('drops points that are out of sight', () => {
    const zoomed: PlotScales = { ...scales, x: makeScale(linear(40, 60), 0, 100) };
    expect(hoverPoints([sparse], zoomed, 100, { x: 50, y: 50 })).toEqual([]);
  });
});

describe('sortPoints', () => {
  const series = [
    curve('run10', [[50, 3]]),
    curve('run2', [[50, 9]]),
    curve('run1', [[50, Number.NaN]]),
    curve('run3', [[50, -1]]),
  ];
  const points = hoverPoints(series, scales, 100, { x: 50, y: 75 });
  const order = (sort: Parameters<typeof sortPoints>[1]): readonly string[] =>
    sortPoints(points, sort, nameRanks(series)).map((point) => point.series.key);
  it('by distance is absolute', () => expect(order('distance')).toEqual(['run10', 'run3', 'run2', 'run1']));
  it('by value has NaN last, both ways', () => {
    expect(order('value')).toEqual(['run2', 'run10', 'run3', 'run1']);
    expect(order('value-ascending')).toEqual(['run3', 'run10', 'run2', 'run1']);
  });
  it('by name is natural', () => expect(order('name')).toEqual(['run1', 'run2', 'run3', 'run10']));
  it('keeps the nearest among the first rows', () => {
    const nearest = nearestPoint(points);
    const rows = firstRows(sortPoints(points, 'value', new Map()), nearest, 1);
    expect(rows).toEqual([nearest]);
    expect(firstRows(points, nearest, 10)).toBe(points);
  });
});

describe('neighbourCurve', () => {
  const series = [curve('low', [[50, 1]]), curve('high', [[50, 9]]), curve('nan', [[50, Number.NaN]])];
  const points = hoverPoints(series, scales, 100, { x: 50, y: undefined });
  it.each([
    ['high', 1, 'low'],
    ['low', 1, 'nan'],
    ['nan', 1, 'high'],
    ['high', -1, 'nan'],
    [undefined, 1, 'high'],
  ] as const)('from %s by %s is %s', (from, by, to) => expect(neighbourCurve(points, from, by)?.series.key).toBe(to));
  it('is none among none', () => expect(neighbourCurve([], 'a', 1)).toBeUndefined());
});

it('tells infinite values by their marks', () => {
  const series = curve(
    'm',
    [
      [1, Number.NaN],
      [2, Number.NaN],
      [3, 4],
    ],
    { marks: [{ x: 1, kind: '-inf', count: 3 }] },
  );
  expect(pointValue(series, series.y, 0)).toBe(-Infinity);
  expect(pointValue(series, series.y, 1)).toBeNaN();
  expect(pointValue(series, series.y, 2)).toBe(4);
});

describe('hasInView', () => {
  it.each([
    ['a point inside', [[50, 5]], true],
    ['nothing above', [[50, 50]], false],
    [
      'a line that crosses',
      [
        [50, -50],
        [51, 50],
      ],
      true,
    ],
    [
      'a line from side to side',
      [
        [-50, 5],
        [150, 5],
      ],
      true,
    ],
    [
      'a line past the side',
      [
        [-50, 5],
        [-10, 5],
      ],
      false,
    ],
    [
      'a gap',
      [
        [-50, 5],
        [50, Number.NaN],
        [150, 5],
      ],
      false,
    ],
    ['no points', [], false],
  ] as const)('%s: %o is %s', (_, points, expected) => {
    expect(hasInView([curve('v', points)], scales, 100, 100)).toBe(expected);
  });
  it('counts marks', () => {
    const marked = curve('m', [[50, Number.NaN]], { marks: [{ x: 50, kind: 'nan', count: 1 }] });
    expect(hasInView([marked], scales, 100, 100)).toBe(true);
  });
});
