import { expect, it } from 'vitest';
import type { LayerSummary } from '$histograms/histogram_answer';
import { sortLayers } from './layer_order';
import { zerosText } from './layer_text';

function layer(tag: string, part: Partial<LayerSummary>): LayerSummary {
  return {
    key: tag,
    run: 'r',
    runId: 'r',
    tag,
    tagId: tag,
    points: 1,
    step: 1,
    edges: new Float64Array(),
    counts: new Float64Array(),
    firstCounts: new Float64Array(),
    drift: 0,
    ks: 0,
    zerosLow: 0,
    zerosHigh: 0,
    notFinite: undefined,
    mean: 0,
    deviation: 1,
    min: 0,
    max: 0,
    ...part,
  };
}

const layers = [
  layer('layer10', { drift: Number.NaN, zerosLow: 0.9 }),
  layer('layer2', { drift: 3, notFinite: 0, zerosHigh: 0.4 }),
  layer('layer1', { drift: 7, notFinite: 12 }),
];

it('puts the sick layer on top, and what is not known last', () => {
  const names = (sort: Parameters<typeof sortLayers>[1]): readonly string[] =>
    sortLayers(layers, sort).map((one) => one.tag);
  expect(names('drift')).toEqual(['layer1', 'layer2', 'layer10']);
  expect(names('zeros')).toEqual(['layer10', 'layer2', 'layer1']);
  expect(names('nonfinite')).toEqual(['layer1', 'layer2', 'layer10']);
  expect(names('name')).toEqual(['layer1', 'layer2', 'layer10']);
});

it('tells both shares of zeros where they differ', () => {
  expect(zerosText(0.25, 0.25)).toBe('25%');
  expect(zerosText(0.1, 0.4)).toBe('10–40%');
  expect(zerosText(0.001, 0.4)).toBe('<1–40%');
  expect(zerosText(Number.NaN, Number.NaN)).toBe('–');
});
