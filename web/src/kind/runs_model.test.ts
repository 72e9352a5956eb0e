import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readChange, type Change } from '$api/live';
import { fakeServer, type FakeServer } from './fake_server';
import { ProfileState } from './profile_state.svelte';
import { selectionParam } from './run_selection';
import { RunsModel } from './runs_model.svelte';
import { runConditionParam, runFilterParam, runOrderParam, runTopParam } from './runs_params';
import { Settings } from './settings.svelte';
import { ViewState } from './view_state.svelte';

// Ids as the server gives them: well spread.
const idOf = (name: string): string =>
  [...name]
    .reduce(
      (hash, letter) => BigInt.asUintN(64, (hash ^ BigInt(letter.charCodeAt(0))) * 0x100000001b3n),
      0xcbf29ce484222325n,
    )
    .toString(16)
    .padStart(16, '0');
const change = (more: object): Change => readChange({ epoch: 'e', revision: 1, ...more });

class FakeLive {
  readonly status = undefined;
  #listener: (change: Change) => void = () => undefined;
  // The model and its table both listen.
  subscribe(listener: (change: Change) => void): () => void {
    const before = this.#listener;
    this.#listener = (one) => (before(one), listener(one));
    return () => undefined;
  }
  tell(more: object): void {
    this.#listener(change(more));
  }
}

let names: string[];
let notes: Record<string, object>;
let fake: FakeServer;
let live: FakeLive;
let view: ViewState;
let profile: ProfileState;
let runs: RunsModel;
const shown = (list: readonly { readonly name: string }[]): readonly string[] => list.map(({ name }) => name);
const accuracy: Readonly<Record<string, number>> = { 'exp/a10': 0.7, 'exp/a2': 0.9, 'exp/b/1': 0.8 };

beforeEach(async () => {
  names = ['exp/a10', 'exp/a2', 'exp/b/1', 'exp/c'];
  notes = {};
  fake = fakeServer({
    'GET api/runs': () => ({
      runs: names.map((name, i) => ({ id: idOf(name), name, points: i, kinds: {}, start_time: i, last_time: i })),
    }),
    'GET api/profile': () => ({ revision: 1, writable: true, runs: notes }),
    'POST api/scalars/table': (body) => {
      const text = JSON.stringify(body);
      if (text.includes('acc >"')) throw new Error('filter, column 6: a name or number is expected');
      const rows = Object.entries(accuracy).filter(([, value]) => !text.includes('acc > 0.75') || value > 0.75);
      const missing = text.includes('acc >') ? [] : [{ run: 'gone' }, { tag: 'ac' }];
      return { total: 4, rows: rows.map(([run, value]) => ({ run, run_id: idOf(run), values: [value] })), missing };
    },
  });
  live = new FakeLive();
  view = new ViewState({ read: () => '', write: () => undefined });
  profile = new ProfileState(fake.server, () => undefined);
  runs = new RunsModel({ server: fake.server, live, profile, view, settings: new Settings(undefined) });
  await profile.load();
  await runs.refresh();
});

describe('which runs there are', () => {
  it('lists them in natural order, without what all names begin with', () => {
    expect(shown(runs.all)).toEqual(['exp/a2', 'exp/a10', 'exp/b/1', 'exp/c']);
    expect(runs.all.map((run) => runs.label(run))).toEqual(['a2', 'a10', 'b/1', 'c']);
    expect([runs.isLoaded, runs.isEverything]).toEqual([true, true]);
  });
  it('narrows by the filter, which looks at given names and tags, too', async () => {
    view.set(runFilterParam, 'a -10');
    expect(shown(runs.listed)).toEqual(['exp/a2']);
    notes = { 'exp/c': { name: 'baseline', tags: ['good'] } };
    await profile.load();
    view.set(runFilterParam, 'good');
    expect(shown(runs.listed)).toEqual(['exp/c']);
    expect(runs.label(runs.listed[0] ?? fail())).toBe('baseline');
  });
  it('narrows by names as the list shows them', () => {
    const listed = (filter: string): readonly string[] => (view.set(runFilterParam, filter), shown(runs.listed));
    expect(listed('^a')).toEqual(['exp/a2', 'exp/a10']);
    expect(listed('-^a')).toEqual(['exp/b/1', 'exp/c']);
    expect(listed('^exp/c$')).toEqual(['exp/c']);
  });
  it('shows all runs to whoever asks for them where the filter lets none through', () => {
    view.set(runFilterParam, 'nothing');
    runs.setOn(
      runs.all.map(({ id }) => id),
      false,
    );
    runs.selectEverything();
    expect([runs.selected.length, view.get(runFilterParam)]).toEqual([4, '']);
    view.set(runFilterParam, 'a');
    runs.selectEverything();
    expect([runs.selected.length, view.get(runFilterParam)]).toEqual([2, 'a']);
  });
  it('hides nothing for a pattern that does not compile', () => {
    view.set(runFilterParam, '(');
    expect([runs.listed.length, runs.pattern.problem?.at]).toEqual([4, 0]);
  });
  it('keeps what is hidden apart', async () => {
    notes = { 'exp/c': { hidden: true } };
    await profile.load();
    expect([shown(runs.hidden), runs.listed.length, runs.isEverything]).toEqual([['exp/c'], 3, false]);
  });
  it('says why it has none, and gets them the next time', async () => {
    const empty = fakeServer({});
    const other = new RunsModel({ server: empty.server, live, profile, view, settings: new Settings(undefined) });
    await other.refresh();
    expect([other.isLoaded, other.error === undefined]).toEqual([false, false]);
  });
});

describe('which are on', () => {
  const toggled = (...which: readonly string[]): void => which.forEach((name) => runs.toggle(idOf(name)));
  it('switches single runs, and in the link, too', () => {
    toggled('exp/a2');
    expect(shown(runs.selected)).toEqual(['exp/a10', 'exp/b/1', 'exp/c']);
    expect(view.toText()).toBe(`?runs=-${idOf('exp/a2').slice(0, 8)}`);
    toggled('exp/a2');
    expect([runs.isEverything, view.toText()]).toEqual([true, '']);
  });
  it('shows one alone, and then what was there before', () => {
    toggled('exp/c');
    runs.solo([idOf('exp/a2')]);
    expect(shown(runs.selected)).toEqual(['exp/a2']);
    runs.solo([idOf('exp/a10')]);
    expect(shown(runs.selected)).toEqual(['exp/a10']);
    runs.solo([idOf('exp/a10')]);
    expect(shown(runs.selected)).toEqual(['exp/a2', 'exp/a10', 'exp/b/1']);
  });
  it('brings all back after a solo that came with a link', () => {
    view.set(selectionParam, { mode: 'only', ids: new Set([idOf('exp/c').slice(0, 8)]) });
    runs.solo([idOf('exp/c')]);
    expect(runs.isEverything).toBe(true);
  });
  it('switches off what the filter leaves out, if only what is shown is wanted', () => {
    view.set(runFilterParam, 'a');
    runs.solo(runs.listed.map(({ id }) => id));
    view.set(runFilterParam, '');
    expect(shown(runs.selected)).toEqual(['exp/a2', 'exp/a10']);
  });
  it('inverts only what the list shows', () => {
    view.set(runFilterParam, 'a');
    toggled('exp/a2');
    runs.invertListed();
    view.set(runFilterParam, '');
    expect(shown(runs.selected)).toEqual(['exp/a2', 'exp/b/1', 'exp/c']);
  });
  it('can be none', () => {
    runs.setOn(
      runs.all.map(({ id }) => id),
      false,
    );
    expect([runs.selected.length, runs.listed.length]).toEqual([0, 4]);
    runs.selectEverything();
    expect(runs.selected.length).toBe(4);
  });
  it('keeps the same set while the same runs are on', async () => {
    const before = runs.selectedIds;
    await runs.refresh();
    expect(runs.selectedIds).toBe(before);
    toggled('exp/c');
    expect(runs.selectedIds).not.toBe(before);
  });
});

describe('numbers of runs', () => {
  const by = { kind: 'tag', what: 'max', tag: 'acc' } as const;
  it('sorts by them, and takes the best', async () => {
    view.set(runOrderParam, { by, isDescending: true });
    await runs.table.refresh();
    expect(shown(runs.sorted)).toEqual(['exp/a2', 'exp/b/1', 'exp/a10', 'exp/c']);
    view.set(runTopParam, 2);
    expect(shown(runs.listed)).toEqual(['exp/a2', 'exp/b/1']);
    // The best of those that the filter lets through.
    view.set(runFilterParam, 'a');
    expect(shown(runs.listed)).toEqual(['exp/a2', 'exp/a10']);
  });
  it('lets only those through that fulfil the condition', async () => {
    view.set(runConditionParam, 'acc > 0.75');
    await runs.table.refresh();
    expect(shown(runs.selected)).toEqual(['exp/a2', 'exp/b/1']);
    view.set(runConditionParam, 'acc >');
    await runs.table.refresh();
    expect([runs.table.error, runs.selected.length]).toEqual(['filter, column 6: a name or number is expected', 2]);
    view.set(runConditionParam, '');
    expect([runs.table.error, runs.selected.length]).toEqual([undefined, 4]);
  });
  it('names the tags of a condition that no run has', async () => {
    view.set(runConditionParam, 'ac > 0.75');
    await runs.table.refresh();
    expect(runs.table.missingTags).toEqual(['ac']);
    view.set(runConditionParam, 'acc > 0.75');
    expect(runs.table.missingTags).toEqual([]);
    await runs.table.refresh();
    expect(runs.table.missingTags).toEqual([]);
  });
  it('knows the condition of a link before it shows the first runs', async () => {
    view.set(runConditionParam, 'acc > 0.75');
    const other = new RunsModel({ server: fake.server, live, profile, view, settings: new Settings(undefined) });
    await other.refresh();
    expect([other.isLoaded, shown(other.selected)]).toEqual([true, ['exp/a2', 'exp/b/1']]);
  });
});

describe('while jobs write', () => {
  const count = (name: string): number => fake.asked.filter((one) => one === name).length;
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });
  it('asks once for a burst of new runs, and not for new points', async () => {
    names.push('exp/new');
    const added = { runs: [{ id: 'x', name: 'exp/new', added: true }] };
    for (let i = 0; i < 20; i += 1) live.tell(added);
    await vi.advanceTimersByTimeAsync(2000);
    expect([count('GET api/runs'), runs.all.length]).toEqual([2, 5]);
    live.tell({ runs: [{ id: 'x', name: 'exp/new', added: false }] });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(count('GET api/runs')).toBe(2);
  });
  it('keeps columns fresh, and facts where they are shown', async () => {
    view.set(runOrderParam, { by: { kind: 'tag', what: 'max', tag: 'acc' }, isDescending: false });
    for (let i = 0; i < 10; i += 1) live.tell({});
    await vi.advanceTimersByTimeAsync(1500);
    expect(count('POST api/scalars/table')).toBe(1);
    view.set(runOrderParam, { by: { kind: 'fact', fact: 'last' }, isDescending: false });
    live.tell({});
    await vi.advanceTimersByTimeAsync(10_000);
    expect(count('GET api/runs')).toBe(2);
  });
});

function fail(): never {
  throw new Error('nothing is listed');
}
