// The parts of the view that belong to the list of runs; kinds read some of them.
import { columnKey, columnOf, type RunColumn } from './run_columns';
import { selectionParam } from './run_selection';
import { listParam, numberParam, textParam, type ViewParam, type ViewState } from './view_state.svelte';

export const runFilterParam = textParam('filter');
// A regular expression: runs with the same match have the same colour. '' is a colour for each run, colorByTags one for the same tags.
export const colorByParam = textParam('color');
// Not a regular expression, so none can mean it.
export const colorByTags = '*tags';

// The run that others are compared with, as shortId() has it; '' while there is none.
export const baselineParam: ViewParam<string> = {
  key: 'baseline',
  initial: '',
  parse: (text) => (/^[0-9a-f]{8}$/.test(text) ? text : undefined),
  format: (id) => id,
};

const columnTexts = listParam('rcols', true);

export const runColumnsParam: ViewParam<readonly RunColumn[]> = {
  key: columnTexts.key,
  initial: [],
  isSticky: true,
  parse: (text) => columnTexts.parse(text)?.flatMap((key) => columnOf(key) ?? []),
  format: (columns) => columnTexts.format(columns.map(columnKey)),
};

export interface RunOrder {
  // Undefined: by name.
  readonly by: RunColumn | undefined;
  readonly isDescending: boolean;
}

// "-max:acc": the highest first; "-" alone: names backwards.
export const runOrderParam: ViewParam<RunOrder> = {
  key: 'rsort',
  initial: { by: undefined, isDescending: false },
  isSticky: true,
  parse(text) {
    const isDescending = text.startsWith('-');
    const key = isDescending ? text.slice(1) : text;
    const by = columnOf(key);
    return by === undefined && key !== '' ? undefined : { by, isDescending };
  },
  format: ({ by, isDescending }) => `${isDescending ? '-' : ''}${by === undefined ? '' : columnKey(by)}`,
};

// A condition on runs in the language of the table's filter: `acc >= 0.8 && run =~ "x"`.
export const runConditionParam = textParam('rwhere');

// Only that many, the first in the order of the list; 0: all.
export const runTopParam = numberParam('rtop', 0, 0, 1_000_000);

// Before the runs are known: the view leaves none out.
export function areAllRunsWanted(view: ViewState): boolean {
  return (
    view.get(selectionParam) === selectionParam.initial &&
    view.get(runFilterParam) === '' &&
    view.get(runConditionParam) === '' &&
    view.get(runTopParam) === 0
  );
}
