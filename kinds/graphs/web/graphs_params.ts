// The view of the graphs: everything that a link to it restores. kinds/graphs/README.md lists the keys.
import { parseStep } from '$media/parse_step';
import { choiceParam, flagParam, listParam, textParam, type ViewParam } from '$kind/view_state.svelte';
import type { ShownSide } from './graph_compare';
import { formatScopes, parseScopes } from './open_scopes';

export type GraphType = 'op' | 'conceptual' | 'profile';
export const graphTypes: readonly GraphType[] = ['op', 'conceptual', 'profile'];

export const runParam = textParam('graphs-run');
export const tagParam = textParam('graphs-tag');
// '': the first that the tag has.
export const typeParam = choiceParam<GraphType | ''>('graphs-type', ['', ...graphTypes]);

export const stepParam: ViewParam<number | bigint | undefined> = {
  key: 'graphs-step',
  initial: undefined,
  parse: (text) => parseStep(text),
  format: (step) => (step === undefined ? '' : String(step)),
};

export const openParam: ViewParam<readonly string[]> = {
  key: 'graphs-open',
  initial: [],
  parse: parseScopes,
  format: formatScopes,
};

// The id of an item: "n:a/x".
export const selectedParam: ViewParam<string> = {
  key: 'graphs-at',
  initial: '',
  parse: (text) => (/^[sng]:/.test(text) ? text : undefined),
  format: (id) => id,
};

export type ColorBy = 'structure' | 'op' | 'device' | 'cluster' | 'time' | 'memory' | 'tpu' | 'none';
export const colorModes: readonly ColorBy[] = ['structure', 'op', 'device', 'cluster', 'time', 'memory', 'tpu', 'none'];
export const colorModeParam = choiceParam<ColorBy>(
  'graphs-color',
  ['structure', 'op', 'device', 'cluster', 'time', 'memory', 'tpu', 'none'],
  true,
);

export type FlowDirection = 'up' | 'down';
export const flowParam = choiceParam<FlowDirection>('graphs-flow', ['up', 'down'], true);

export const seriesParam = flagParam('graphs-series', true, true);
export const embedParam = flagParam('graphs-embed', true, true);
export const extractParam = flagParam('graphs-extract', true, true);
export const apartParam = listParam('graphs-apart');
export const mainParam = listParam('graphs-main');
export const asideParam = listParam('graphs-aside');
// Of the profile, those whose costs count; none: all but pseudo-devices.
export const devicesParam = listParam('graphs-devices');

export type Trace = 'off' | 'inputs' | 'outputs';
export const traceParam = choiceParam<Trace>('graphs-trace', ['off', 'inputs', 'outputs']);

// The graph that the shown one is compared with.
export interface OtherGraph {
  readonly run: string;
  readonly tag: string;
  readonly type: GraphType;
}

// Of a comparison: both graphs, or one of them where it is in both.
export const sideParam = choiceParam<ShownSide>('graphs-show', ['both', 'old', 'new']);

const otherTexts = listParam('graphs-with');
export const otherParam: ViewParam<OtherGraph | undefined> = {
  key: otherTexts.key,
  initial: undefined,
  parse(text) {
    const [run, tag, typeText] = otherTexts.parse(text) ?? [];
    const type = graphTypes.find((one) => one === typeText);
    return run === undefined || tag === undefined || type === undefined ? undefined : { run, tag, type };
  },
  format: (other) => (other === undefined ? '' : otherTexts.format([other.run, other.tag, other.type])),
};
