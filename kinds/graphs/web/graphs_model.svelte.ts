// Which graph is shown, which of its scopes are open, and the scene that the server makes of that. The address holds all that a link restores.
import type { Change } from '$api/live';
import type { App } from '$kind/app';
import type { ViewParam } from '$kind/view_state.svelte';
import { chooseGraph, nameOf, orderRuns, type GraphChoice, type GraphRun } from './graph_list';
import { fetchGraphs, fetchScene, type SceneOptions, type SceneQuestion } from './graph_requests';
import {
  apartParam,
  asideParam,
  devicesParam,
  embedParam,
  extractParam,
  flowParam,
  mainParam,
  openParam,
  otherParam,
  runParam,
  selectedParam,
  seriesParam,
  stepParam,
  tagParam,
  typeParam,
  type GraphType,
} from './graphs_params';
import { NewestAnswer } from './newest_answer.svelte';
import { formatScopes, isInSeries, isWithin, scopesAround } from './open_scopes';
import type { Scene, SceneNode } from './scene/scene_answer';
import { itemOf } from './scene_marks';

// Graphs appear in bursts while files are loaded.
const refreshMilliseconds = 500;
// The server opens no more at once.
export const mostOpen = 1000;

// Of the page, what the model itself needs.
export interface GraphsSurroundings extends Pick<App, 'server' | 'view'> {
  readonly live: Pick<App['live'], 'subscribe'>;
  readonly runs: Pick<App['runs'], 'selectedIds'>;
}

export class GraphsModel<A extends GraphsSurroundings = App> {
  readonly #lists: NewestAnswer<number, readonly GraphRun[]>;
  readonly scenes: NewestAnswer<SceneQuestion, Scene>;
  #listVersion = $state(0);
  // More may be open than a link holds: then the link has the beginning of it.
  #own: { readonly text: string; readonly names: readonly string[] } | undefined = $state.raw(undefined);
  // What was open in a scope when it was closed.
  readonly #folded = new Map<string, readonly string[]>();
  // The run that is shown though nobody chose it.
  #kept = '';
  // Graphs whose only scope was opened already: who closes it wants it closed.
  readonly #opened = new Set<string>();
  // A graph that could not be compared with.
  #refused: { readonly key: string; readonly reason: string } | undefined = $state.raw(undefined);
  // The item to which the drawing shall move.
  #goal: string | undefined = $state(undefined);

  // Files that were opened here, until the list has them.
  #addedFiles: readonly GraphRun[] = $state.raw([]);

  readonly runs = $derived.by(() => {
    const listed = this.#lists.answer ?? [];
    const added = this.#addedFiles.filter((one) => listed.every(({ run }) => run !== one.run));
    return orderRuns([...listed, ...added], this.app.runs.selectedIds);
  });
  readonly choice: GraphChoice | undefined = $derived.by(() => {
    const { view } = this.app;
    return chooseGraph(this.runs, {
      run: view.get(runParam) || this.#keptRun(),
      tag: view.get(tagParam),
      type: view.get(typeParam),
      step: view.get(stepParam),
    });
  });
  readonly open: readonly string[] = $derived.by(() => {
    const linked = this.app.view.get(openParam);
    return this.#own !== undefined && this.#own.text === formatScopes(linked) ? this.#own.names : linked;
  });
  readonly options: SceneOptions = $derived.by(() => {
    const { view } = this.app;
    const devices = view.get(devicesParam);
    return {
      series: view.get(seriesParam),
      embed: view.get(embedParam),
      extract: view.get(extractParam),
      direction: view.get(flowParam),
      apart: view.get(apartParam),
      main: view.get(mainParam),
      aside: view.get(asideParam),
      ...(devices.length > 0 && { devices }),
    };
  });
  // The graph that the shown one is compared with, if it is there.
  readonly other: GraphChoice | undefined = $derived.by(() => {
    const other = this.app.view.get(otherParam);
    const isThere = this.runs.some((run) => run.run === other?.run);
    return other && isThere ? chooseGraph(this.runs, { ...other, step: undefined }) : undefined;
  });
  // Why the two are not compared, though somebody wants it: the first is shown alone. '' where the other is in no list.
  readonly compareProblem: string | undefined = $derived.by(() => {
    if (this.app.view.get(otherParam) === undefined || !this.isListed) return undefined;
    if (this.other === undefined) return '';
    return this.#refused?.key === keyOf(this.other) ? this.#refused.reason : undefined;
  });
  readonly question: SceneQuestion | undefined = $derived.by(() => this.#questionOf(this.choice));
  // The scene is the answer to what is wanted now.
  readonly isCurrent = $derived.by(() => JSON.stringify(this.scenes.question) === JSON.stringify(this.question));
  readonly selected: string | undefined = $derived.by(() => this.app.view.get(selectedParam) || undefined);

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: A) {
    const { server } = app;
    this.#lists = new NewestAnswer((_, signal) => fetchGraphs(server, signal));
    this.scenes = new NewestAnswer((question, signal) => fetchScene(server, question, signal));
    $effect(() => this.#lists.want(this.#listVersion));
    $effect(() => this.scenes.want(this.question));
    $effect(() => this.refuseOther());
    $effect(() => this.#listen());
    $effect(() => this.openOnlyScope());
    $effect(() => () => [this.#lists, this.scenes].forEach((one) => one.stop()));
  }

  get scene(): Scene | undefined {
    return this.scenes.answer;
  }
  get isListed(): boolean {
    return this.#lists.answer !== undefined;
  }
  get listError(): string | undefined {
    return this.#lists.error;
  }
  get goal(): string | undefined {
    return this.#goal;
  }

  retryList(): void {
    this.#lists.retry(this.#listVersion);
  }

  // Shows a file that was just opened. What is open in another model has no place in it.
  addFile(file: GraphRun): void {
    this.#addedFiles = [...this.#addedFiles.filter(({ run }) => run !== file.run), file];
    this.chooseRun(file.run);
    this.app.view.set(openParam, []);
    this.select(undefined);
    this.refreshList();
  }

  forgetFile(file: GraphRun): void {
    this.#addedFiles = this.#addedFiles.filter(({ run }) => run !== file.run);
    if (this.app.view.get(runParam) === file.run) this.chooseRun('');
    this.refreshList();
  }

  refreshList(): void {
    this.#listVersion += 1;
  }

  retryScene(): void {
    if (this.question !== undefined) this.scenes.retry(this.question);
  }

  retryOther(): void {
    this.#refused = undefined;
  }

  // A comparison that fails leaves the first graph.
  refuseOther(): void {
    const { error, isWaiting } = this.scenes;
    if (error === undefined || isWaiting || this.other === undefined) return;
    if (this.question?.graph.against !== undefined) this.#refused = { key: keyOf(this.other), reason: error };
  }

  chooseRun(run: string): void {
    this.#step(runParam, run);
  }

  chooseTag(tag: string): void {
    this.#step(tagParam, tag);
    this.app.view.set(typeParam, '');
    this.app.view.set(stepParam, undefined);
  }

  chooseType(type: GraphType): void {
    this.#step(typeParam, type);
  }

  chooseStep(step: number | undefined): void {
    this.#step(stepParam, step);
  }

  select(id: string | undefined): void {
    this.#goal = undefined;
    this.app.view.set(selectedParam, id ?? '');
  }

  node(id: string): SceneNode | undefined {
    return this.scene?.nodeById.get(id);
  }

  toggle(id: string): void {
    const node = this.node(id);
    if (node === undefined || node.kind === 'op' || node.kind === 'more') return;
    if (node.isOpen) this.#close(node.name);
    else this.setOpen([...this.open, node.name, ...(this.#folded.get(node.name) ?? [])]);
  }

  setOpen(names: Iterable<string>): void {
    const unique = [...new Set(names)].slice(0, mostOpen).sort();
    this.#own = { text: formatScopes(unique), names: unique };
    this.app.view.set(openParam, unique, { isStep: true });
  }

  // A closed box that holds nearly everything tells nothing: it is opened for whoever comes first. Not a step of theirs.
  openOnlyScope(): void {
    const { scene } = this;
    if (scene === undefined || !this.isCurrent) return;
    const key = JSON.stringify(this.question?.graph);
    if (this.#opened.has(key)) return;
    this.#opened.add(key);
    const [only, ...others] = scene.nodes.filter((node) => node.kind === 'scope' && node.role === 'main');
    const isMost = only !== undefined && others.length === 0 && only.count > scene.nodes.length;
    if (isMost && this.open.length === 0) this.app.view.set(openParam, [only.name]);
  }

  // Everything that is shown closed.
  openNextLevel(): void {
    const closed = this.scene?.nodes.filter(
      (node) => !node.isOpen && (node.kind === 'scope' || node.kind === 'function'),
    );
    this.setOpen([...this.open, ...(closed ?? []).map((node) => node.name)]);
  }

  closeAll(): void {
    this.#folded.clear();
    this.setOpen([]);
  }

  // Selects an item, opens what is around it, and moves there.
  jump({ id, scopes }: { readonly id: string; readonly scopes: readonly string[] }): void {
    if (scopes.some((scope) => !this.open.includes(scope))) this.setOpen([...this.open, ...scopes]);
    this.select(id);
    this.#goal = id;
  }

  jumpToName(name: string, kind: 'op' | 'scope'): void {
    this.jump({ id: `${kind === 'op' ? 'n' : 's'}:${name}`, scopes: scopesAround(name) });
  }

  // Where the drawing shall go for the goal; undefined while that is not known. It may lead to another request: a node can be in a series, or in
  // a scope that has its name.
  resolveGoal(): string | undefined {
    const goal = this.#goal;
    const { scene } = this;
    if (goal === undefined || scene === undefined || !this.isCurrent) return undefined;
    if (scene.nodeById.has(goal)) return goal;
    const name = goal.slice(2);
    const isKept = (node: SceneNode): boolean =>
      !node.isOpen && (node.id === `s:${name}` || (node.kind === 'series' && isInSeries(name, node.name)));
    const keeper = goal.startsWith('n:') ? scene.nodes.find(isKept) : undefined;
    if (keeper !== undefined && this.open.length < mostOpen && !this.open.includes(keeper.name)) {
      this.setOpen([...this.open, keeper.name]);
      return undefined;
    }
    const host = scene.nodes.find(({ ins, outs }) => [...ins, ...outs].some((note) => note.id === goal));
    const item = host?.id ?? itemOf(scene, { id: goal, name, scopes: scopesAround(name) });
    if (item === undefined) this.#goal = undefined;
    return item;
  }

  reachGoal(): void {
    this.#goal = undefined;
  }

  // Out of the drawing, or back into it.
  setAside(name: string, isAside: boolean): void {
    const { view } = this.app;
    const without = (param: ViewParam<readonly string[]>): readonly string[] =>
      view.get(param).filter((one) => one !== name);
    view.set(asideParam, isAside ? [...without(asideParam), name] : without(asideParam), { isStep: true });
    view.set(mainParam, isAside ? without(mainParam) : [...without(mainParam), name]);
  }

  ungroup(series: string): void {
    const { view } = this.app;
    view.set(apartParam, [...new Set([...view.get(apartParam), series])], { isStep: true });
  }

  group(series: string): void {
    const { view } = this.app;
    view.set(
      apartParam,
      view.get(apartParam).filter((one) => one !== series),
      { isStep: true },
    );
  }

  // The series that was taken apart and that this node is of.
  seriesOf(node: string): string | undefined {
    return this.app.view.get(apartParam).find((series) => isInSeries(node, series));
  }

  // Nobody chose a run: what is shown stays while others appear before it, unless it was switched off.
  #keptRun(): string {
    const { selectedIds } = this.app.runs;
    const kept = this.runs.find((run) => run.run === this.#kept);
    const isOff = kept !== undefined && !selectedIds.has(kept.runId);
    const first = this.runs[0];
    if (kept === undefined || (isOff && first !== undefined && selectedIds.has(first.runId)))
      this.#kept = first?.run ?? '';
    return this.#kept;
  }

  #close(name: string): void {
    const inside = this.open.filter((one) => isWithin(one, name));
    this.#folded.set(name, inside);
    this.setOpen(this.open.filter((one) => one !== name && !inside.includes(one)));
  }

  #step<T>(param: ViewParam<T>, value: T): void {
    this.app.view.set(param, value, { isStep: true });
  }

  #questionOf(choice: GraphChoice | undefined): SceneQuestion | undefined {
    if (choice === undefined) return undefined;
    const { steps, bytes } = choice.graph;
    const version = choice.run.file?.version ?? `${steps.at(-1) ?? ''} ${bytes}`;
    const isCompared = this.other !== undefined && this.compareProblem === undefined;
    const graph = { ...nameOf(choice), ...(isCompared && { against: nameOf(this.other) }) };
    return { graph, open: this.open, options: this.options, version };
  }

  // A graph that is written later is there without a reload.
  #listen(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = this.app.live.subscribe((change) => {
      if (timer !== undefined || !concernsGraphs(change)) return;
      timer = setTimeout(() => {
        timer = undefined;
        this.#listVersion += 1;
      }, refreshMilliseconds);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }
}

function keyOf(choice: GraphChoice): string {
  return JSON.stringify(nameOf(choice));
}

function concernsGraphs({ isReset, omittedRuns, removedRuns, runs }: Change): boolean {
  return (
    isReset ||
    omittedRuns > 0 ||
    removedRuns.length > 0 ||
    runs.some((run) => run.omitted > 0 || run.hasRemovedTags || run.series.some(({ kind }) => kind.startsWith('graph')))
  );
}
