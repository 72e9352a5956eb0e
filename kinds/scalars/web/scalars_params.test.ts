import { describe, expect, test } from 'vitest';
import type { ViewParam } from '$kind/view_state.svelte';
import { cardsParam, chartsParam, marksParam, zoomsParam } from './card_settings';
import { deckParams, groupParam, smoothingParam, xAxisParam } from './scalars_params';

const loss = '0ffe41ac';
const rate = 'a128f3d6';

function roundTrip<T>(param: ViewParam<T>, value: T): T | undefined {
  return param.parse(param.format(value));
}

describe('what a link restores', () => {
  test('ways of smoothing', () => {
    for (const value of [
      { kind: 'none' },
      { kind: 'ema', weight: 0.975 },
      { kind: 'mean', window: 15 },
      { kind: 'gaussian', sigma: 2.5 },
    ] as const) {
      expect(roundTrip(smoothingParam, value)).toEqual(value);
    }
    expect(['1', '-0.1', 'm0', 'm1.5', 'g0', 'g', 'x', ''].map(smoothingParam.parse)).toEqual(Array(8).fill(undefined));
  });

  test('axes', () => {
    expect(roundTrip(xAxisParam, 'relative')).toBe('relative');
    expect(roundTrip(xAxisParam, { tag: '0ffe41ac80418d7c' })).toEqual({ tag: '0ffe41ac80418d7c' });
    expect(xAxisParam.parse('sideways')).toBeUndefined();
    expect(xAxisParam.parse('tag-zz')).toBeUndefined();
  });

  test('groups of runs, whatever the pattern is', () => {
    const group = { by: 'regex', pattern: '^(.*)*_seed\\d', line: 'median', band: 'min-max', showsRuns: true } as const;
    expect(roundTrip(groupParam, group)).toEqual(group);
    const tagged = { ...group, by: 'tag', pattern: '', showsRuns: false } as const;
    expect(roundTrip(groupParam, tagged)).toEqual(tagged);
    expect(groupParam.parse('mean*nonsense*r0*x')).toBeUndefined();
  });

  test('changes of single cards', () => {
    const cards = new Map([
      [
        loss,
        {
          yKind: 'symlog',
          xKind: 'log',
          startsAtZero: true,
          ignoresOutliers: false,
          showsSuperseded: true,
          smoothing: { kind: 'ema', weight: 0.9 },
          span: 2,
          height: 320,
        },
      ],
      [rate, { yKind: 'linear' }],
    ] as const);
    expect(roundTrip(cardsParam, cards)).toEqual(cards);
    expect(cardsParam.parse('nonsense*yl_0ffe41ac*w99*h1')).toEqual(new Map([[loss, { span: 12, height: 120 }]]));
  });

  test('several tags in one chart', () => {
    const charts = new Map([
      [
        loss,
        {
          extra: [
            { tag: rate, isRight: true, isAbsorbed: false },
            { tag: '0ffe41ac80418d7c', isRight: false, isAbsorbed: true },
          ],
          pattern: 'val_.*',
          isHostRight: true,
        },
      ],
    ]);
    expect(roundTrip(chartsParam, charts)).toEqual(charts);
  });

  test('zooms and marks', () => {
    const zooms = new Map([[loss, { x: { min: -5, max: 125.5 }, left: { min: 1e-9, max: 2e-9 }, right: undefined }]]);
    expect(roundTrip(zoomsParam, zooms)).toEqual(zooms);
    expect(zoomsParam.parse(`${loss}*x9*3`)).toEqual(new Map());
    const marks = new Map([[loss, [0, 1e21]]]);
    expect(roundTrip(marksParam, marks)).toEqual(marks);
  });
});

test('keys of the cards are as they were in links of old', () => {
  const keys = Object.values(deckParams).map(({ key }) => key);
  expect(keys).toEqual(['tags', 'tagsort', 'open', 'full', 'pins', 'order']);
});

test('a view with many changed cards is still a short link', () => {
  const keys = Array.from({ length: 20 }, (_, i) => (0x10000000 + i * 7919).toString(16));
  const texts = [
    deckParams.pins.format(keys.slice(0, 10)),
    cardsParam.format(new Map(keys.map((key) => [key, { yKind: 'log', smoothing: { kind: 'ema', weight: 0.9 } }]))),
    zoomsParam.format(
      new Map(keys.map((key) => [key, { x: { min: 1023.7, max: 20481.2 }, left: { min: 0.12, max: 1.7 } }])),
    ),
  ];
  expect(new URLSearchParams(texts.map((text, i) => [String(i), text])).toString().length).toBeLessThan(1600);
});
