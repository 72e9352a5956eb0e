// The lists of a node's card.
import type { Translate } from '$base/language.svelte';
import { bytesText } from '$base/number_text';
import { diffSigns } from './graph_compare';
import { tensorText, type NodeInput, type OpFacts, type Tensor } from './node_answer';
import type { nodeCardMessages } from './node_card_messages';
import type { NodeSide } from './node_difference';

export interface NodeRow {
  // Of a node or scope to go to.
  readonly name?: string;
  readonly label?: string;
  readonly detail?: string;
  readonly isBad?: boolean;
}

type Words = Translate<typeof nodeCardMessages>;

export function inputRows(inputs: readonly NodeInput[], t: Words): readonly NodeRow[] {
  return inputs.map((input) => {
    if (input.name === undefined) return { label: t('missing'), isBad: true };
    const label = input.output === 0 ? input.name : `${input.name}:${input.output}`;
    return { name: input.name, label: signed(label, input.side), detail: tensorText(input) || input.op };
  });
}

export function outputRows(outputs: readonly Tensor[], t: Words): readonly NodeRow[] {
  return outputs.map((tensor, at) => ({
    label: t('outOf', { n: at }),
    detail: tensorText(tensor) || t('unknownShape'),
  }));
}

export function measuredRows({ measured }: OpFacts, t: Words): readonly NodeRow[] {
  return measured.map((tensor) => ({
    label: t('outOf', { n: tensor.output }),
    detail: `${tensorText(tensor)} ${bytesText(tensor.bytes)}`.trim(),
  }));
}

export function takerRows({ takers }: OpFacts, t: Words): readonly NodeRow[] {
  return takers.map(({ name, op, isControl, side }) => ({
    name,
    label: signed(name, side),
    detail: isControl ? t('control') : op,
  }));
}

// Of two graphs in one: what only one of them has.
function signed(label: string, side: NodeSide | undefined): string {
  return side === undefined ? label : `${diffSigns[side]} ${label}`;
}

export function countRows(counts: ReadonlyMap<string, number>): readonly NodeRow[] {
  return [...counts].sort((a, b) => b[1] - a[1]).map(([label, count]) => ({ label, detail: String(count) }));
}

// Microseconds as people say them.
export function microsText(micros: number): string {
  if (micros < 1000) return `${micros} µs`;
  const [value, unit] = micros < 1e6 ? [micros / 1e3, 'ms'] : [micros / 1e6, 's'];
  return `${Number(value.toPrecision(4))} ${unit}`;
}
