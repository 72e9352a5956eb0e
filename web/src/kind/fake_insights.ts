// For tests: what the state of the findings looks at, to be changed at will.
import type { Status } from '$api/core';
import { fakeServer } from './fake_server';
import { InsightsState } from './insights_state.svelte';
import type { ChangeListener } from './live_state.svelte';
import { Settings } from './settings.svelte';

function found(run: string, tag: string, severity = 'warning', kind = 'scalars'): object {
  return { rule: 'a-rule', severity, run, run_id: run, tag, tag_id: tag, kind, step: 1, value: 0, threshold: 1 };
}

const emptyStatus: Status = {
  epoch: 'e',
  revision: 1,
  isLoading: false,
  version: '',
  windowTitle: '',
  runs: 2,
  series: 4,
  points: 4,
  kinds: new Map(),
  bytesTotal: 0,
  bytesDone: 0,
  progress: 1,
  issues: 0,
  logDirectories: [],
  missingDirectories: [],
  lastDataTime: undefined,
};

export class Surroundings {
  isOver = false;
  isPaused = false;
  kinds: ReadonlyMap<string, number> = new Map([['scalars', 4]]);
  isLoading = false;
  selectedIds: ReadonlySet<string> = new Set(['a', 'b']);
  isHidden = false;
  onHidden = (): void => undefined;
  tell: ChangeListener = () => undefined;
  readonly settings = new Settings(undefined);
  failure: string | undefined;
  made: InsightsState | undefined;
  readonly bodies: unknown[] = [];
  findings: readonly object[] = [found('a', 'loss'), found('b', 'loss', 'problem'), found('a', 'w', 'warning', 'x')];

  make(): InsightsState {
    const { server } = fakeServer({
      'POST api/insights': (body) => {
        this.bodies.push(body);
        if (this.failure !== undefined) throw new Error(this.failure);
        return { rules: [], findings: this.findings, checked: { series: 4 }, truncated: false };
      },
    });
    this.made = new InsightsState({
      server,
      live: this,
      opening: this,
      settings: this.settings,
      runs: this,
      reads: ['scalars'],
      tagsOf: ({ tag }) => (tag === 'loss' ? [tag, 'total'] : [tag]),
      clock: {
        now: () => Date.now(),
        isHidden: () => this.isHidden,
        onHidden: (act) => (this.onHidden = act),
      },
    });
    return this.made;
  }

  get status(): Status {
    return { ...emptyStatus, kinds: this.kinds, isLoading: this.isLoading };
  }

  subscribe(listener: ChangeListener): () => void {
    this.tell = listener;
    return () => undefined;
  }

  hide(isHidden: boolean): void {
    this.isHidden = isHidden;
    this.onHidden();
  }
}
