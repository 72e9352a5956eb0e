// The order of the layers: the most conspicuous first.
import { compareNatural } from '$base/natural_order';
import type { LayerSummary } from '$histograms/histogram_answer';
import type { LayerSort } from './histograms_params';

// What is not a number says nothing: it comes after all that do.
function signOf(layer: LayerSummary, sort: LayerSort): number {
  const value =
    sort === 'drift' ? layer.drift : sort === 'zeros' ? zerosOf(layer) : sort === 'nonfinite' ? layer.notFinite : 0;
  return value === undefined || Number.isNaN(value) ? -1 : value;
}

// Those that are zero for certain; where these are equally many, those that may be.
function zerosOf({ zerosLow, zerosHigh }: LayerSummary): number {
  return zerosLow + 1e-6 * zerosHigh;
}

// By name where the signs are equal, and then as they came: by run.
export function sortLayers(layers: readonly LayerSummary[], sort: LayerSort): readonly LayerSummary[] {
  const marked = layers.map((layer) => ({ layer, sign: signOf(layer, sort) }));
  return marked.sort((a, b) => b.sign - a.sign || compareNatural(a.layer.tag, b.layer.tag)).map(({ layer }) => layer);
}
