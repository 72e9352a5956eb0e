// The view of the findings: everything that a link to it restores. kinds/insights/README.md lists the keys.
import { choiceParam, flagParam, textParam } from '$kind/view_state.svelte';

export type GroupedBy = 'run' | 'rule';
export const groupedByParam = choiceParam<GroupedBy>('insights-by', ['run', 'rule'], true);

export type ShownSeverity = 'all' | 'problem' | 'warning';
export const severityParam = choiceParam<ShownSeverity>('insights-severity', ['all', 'problem', 'warning']);

export const wordsParam = textParam('insights-find');

// Also of runs that are switched off.
export const everyRunParam = flagParam('insights-all-runs');
