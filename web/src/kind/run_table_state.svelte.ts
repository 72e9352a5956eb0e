// Numbers of tags beside the runs, and which runs a condition lets through: what the view asks for, kept up to date while jobs write.
// It belongs to the model of the runs and not to the list, so that a link narrows the charts also where the list is not open.
import type { Run } from '$api/core';
import { fetchRunTable, type RunTable, type TableQuery } from '$api/run_table';
import { isAborted, type Server } from '$api/server';
import { untrack } from 'svelte';
import type { LiveState } from './live_state.svelte';
import { columnKey, factOf, type RunColumn } from './run_columns';
import { runColumnsParam, runConditionParam, runOrderParam, type RunOrder } from './runs_params';
import type { ViewState } from './view_state.svelte';

const refreshMilliseconds = 1000;
// Of the time, at most a fifth is spent with asking.
const restFactor = 4;

interface Answer extends RunTable {
  // Where the values of a column stand in a row, by the column's key.
  readonly places: ReadonlyMap<string, number>;
  readonly condition: string;
}

export interface RunTableParts {
  readonly server: Server;
  readonly live: Pick<LiveState, 'subscribe'>;
  readonly view: ViewState;
}

export class RunTableState {
  #answer: Answer | undefined = $state.raw(undefined);
  #error: string | undefined = $state(undefined);
  #isAsking = $state(false);
  // The last question that was asked.
  #askedKey = '';
  #aborter: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #tookMilliseconds = 0;
  readonly #parts: RunTableParts;

  readonly #columns = $derived.by(() => this.#parts.view.get(runColumnsParam));
  readonly #order = $derived.by(() => this.#parts.view.get(runOrderParam));
  readonly #condition = $derived.by(() => this.#parts.view.get(runConditionParam).trim());
  readonly #wanted = $derived(
    tagColumns([...this.#columns, ...(this.#order.by === undefined ? [] : [this.#order.by])]),
  );
  // '' while there is nothing to ask for. A text, because equal texts are the same question.
  readonly #key = $derived.by(() => {
    const isNeeded = this.#wanted.size > 0 || this.#condition !== '';
    return isNeeded ? JSON.stringify([...this.#wanted.keys(), this.#condition]) : '';
  });

  constructor(parts: RunTableParts) {
    this.#parts = parts;
    parts.live.subscribe(() => this.#refreshSoon());
    $effect.root(() => {
      $effect(() => {
        const key = this.#key;
        if (key !== '' && key !== this.#askedKey) untrack(() => void this.refresh());
      });
    });
  }

  get columns(): readonly RunColumn[] {
    return this.#columns;
  }
  // Why there is no new answer: most often a mistake in the condition. What the last right one let through stays.
  get error(): string | undefined {
    return this.#key === '' ? undefined : this.#error;
  }
  // Tags of the condition that no run has: comparing with them lets nothing through.
  get missingTags(): readonly string[] {
    return this.#condition === '' || this.#answer?.condition !== this.#condition ? [] : this.#answer.missingTags;
  }
  get isAsking(): boolean {
    return this.#isAsking;
  }
  // Facts about runs are shown or sorted by, so they should not be old.
  get needsFacts(): boolean {
    return this.#order.by?.kind === 'fact' || this.#columns.some((column) => column.kind === 'fact');
  }
  // The runs that fulfil the condition; undefined: all.
  get fulfilling(): ReadonlyMap<string, unknown> | undefined {
    if (this.#condition === '' || this.#answer === undefined || this.#answer.condition === '') return undefined;
    return this.#answer.rows;
  }

  get order(): RunOrder {
    return this.#order;
  }

  // What a column says of runs. One reader for many runs: it looks the column up once.
  reader(column: RunColumn): (run: Run) => number | undefined {
    if (column.kind === 'fact') return (run) => factOf(run, column.fact);
    const rows = this.#answer?.rows;
    const place = this.#answer?.places.get(columnKey(column));
    return place === undefined ? () => undefined : (run) => rows?.get(run.id)?.[place];
  }

  async refresh(): Promise<void> {
    if (this.#key === '') return;
    this.#aborter?.abort();
    const aborter = new AbortController();
    this.#aborter = aborter;
    this.#askedKey = this.#key;
    const condition = this.#condition;
    const columns = [...this.#wanted.values()];
    const places = new Map([...this.#wanted.keys()].map((name, i) => [name, i]));
    this.#isAsking = true;
    const begin = performance.now();
    try {
      const query: TableQuery = { columns, filter: condition };
      const table = await fetchRunTable(this.#parts.server, query, aborter.signal);
      // A user types faster than the server answers: only the newest question counts.
      if (this.#aborter !== aborter) return;
      this.#answer = { ...table, places, condition };
      this.#error = undefined;
    } catch (error) {
      if (isAborted(error) || this.#aborter !== aborter) return;
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#tookMilliseconds = performance.now() - begin;
    this.#isAsking = false;
  }

  #refreshSoon(): void {
    if (this.#key === '') return;
    const wait = Math.max(refreshMilliseconds, restFactor * this.#tookMilliseconds);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#isAsking) this.#refreshSoon();
      else void this.refresh();
    }, wait);
  }
}

function tagColumns(columns: readonly RunColumn[]): ReadonlyMap<string, TableQuery['columns'][number]> {
  return new Map(
    columns.flatMap((column) =>
      column.kind === 'tag' ? [[columnKey(column), { tag: column.tag, what: column.what }] as const] : [],
    ),
  );
}
