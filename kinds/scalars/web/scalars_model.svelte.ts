// Everything the cards share: the tags and their order, how the page shows them, and what is on screen at once.
import { devicePixelRatio } from 'svelte/reactivity/window';
import { ColorAssigner, colorBlindPalette, standardPalette } from '$base/run_colors';
import { compilePattern } from '$base/text_pattern';
import type { ChartTheme, LineStyle } from '$charts/line_data';
import type { App } from '$kind/app';
import { baselineParam } from '$kind/runs_params';
import { shortId } from '$kind/run_selection';
import { CardBook } from './card_book.svelte';
import { CardLayout, type CardSize, type LayoutSection } from './card_layout';
import { cardsParam, chartsParam, marksParam, movesParam, noExtraTags, pinsParam } from './card_settings';
import type { CardTag, XAxis } from './data/card_query';
import { RequestBudget } from './data/request_budget';
import { LinkedCursor } from './linked_cursor.svelte';
import { MountQueue } from './mount_queue';
import { openGroups, turnGroup } from './open_groups';
import { CardSources } from './card_sources';
import { fullCardParam, openParam, tagFilterParam, tagSortParam, xAxisParam } from './scalars_params';
import { arrangeCards, type Card } from './tag_groups';
import { TagsState } from './tags_state.svelte';
import { readTheme } from './theme_colors';

const gap = 12;
const headingHeight = 36;
// For the table of pinned readouts under a chart.
export const tableHeight = 132;

export const pinnedSection = 'pinned';

export class ScalarsModel {
  readonly tags: TagsState;
  readonly book: CardBook;
  readonly budget = new RequestBudget();
  readonly cursor = new LinkedCursor();
  readonly mounts = new MountQueue();
  readonly sources: CardSources;
  // Of the place where cards stand, in pixels; 0 before it is known.
  #width = $state(0);
  // The card that keys act on.
  #current: string | undefined = $state(undefined);
  // The run whose curves stay in front after the pointer left them.
  #picked: string | undefined = $state(undefined);
  // The grid does it when it can.
  #wish: { readonly key: string; readonly isFocus: boolean } | undefined = $state.raw(undefined);

  // Colours of groups of runs, and of tags where those are told apart by colour.
  readonly names = $derived.by(
    () => new ColorAssigner(this.app.settings.values.palette === 'standard' ? standardPalette : colorBlindPalette),
  );

  readonly runStyles: ReadonlyMap<string, LineStyle> = $derived.by(() => {
    const { runs } = this.app;
    const { selectedIds } = runs;
    return new Map(
      runs.all.map(({ id }) => [
        id,
        { color: runs.color(id), isVisible: selectedIds.has(id), isHighlighted: false, dash: [] },
      ]),
    );
  });

  #theme: ChartTheme = $state.raw(readTheme('light'));

  readonly pattern = $derived.by(() => compilePattern(this.app.view.get(tagFilterParam)));

  readonly cards = $derived.by(() => {
    const { view } = this.app;
    return arrangeCards(this.tags.index, {
      pattern: this.pattern,
      sort: view.get(tagSortParam),
      pins: view.get(pinsParam),
      charts: view.get(chartsParam),
      moves: view.get(movesParam),
    });
  });

  readonly #open = $derived.by(() => openGroups(this.cards.groups, this.app.view.get(openParam)));

  readonly #sections = $derived.by((): readonly LayoutSection[] => {
    const { pinned, groups } = this.cards;
    const rest = groups.map(({ id, cards }) => ({ id, cards, isOpen: this.#open.has(id) }));
    return pinned.length === 0 ? rest : [{ id: pinnedSection, cards: pinned, isOpen: true }, ...rest];
  });

  readonly #sizes = $derived.by((): ReadonlyMap<string, CardSize> => {
    const { view, settings } = this.app;
    const overrides = view.get(cardsParam);
    const marks = view.get(marksParam);
    const sizes = new Map<string, CardSize>();
    for (const key of new Set([...overrides.keys(), ...marks.keys()])) {
      const { span = 1, height = settings.values.cardHeight } = overrides.get(key) ?? {};
      const hasTable = marks.has(key);
      if (span === 1 && height === settings.values.cardHeight && !hasTable) continue;
      sizes.set(key, { span, height: height + (hasTable ? tableHeight : 0) });
    }
    return sizes;
  });

  readonly layout = $derived.by(() => {
    const { cardWidth, cardHeight } = this.app.settings.values;
    const options = { width: this.#width, cardWidth, cardHeight, gap, headingHeight, sizes: this.#sizes };
    return new CardLayout(this.#sections, options);
  });

  // Links know the id of a tag on the x axis; requests want its name.
  readonly xAxis = $derived.by((): XAxis => {
    const axis = this.app.view.get(xAxisParam);
    if (typeof axis === 'string') return axis;
    const tag = this.tags.index.findById(axis.tag);
    return tag === undefined ? axis : { tag: axis.tag, name: tag.name };
  });

  readonly baseline = $derived.by((): string | undefined => {
    const short = this.app.view.get(baselineParam);
    return short === '' ? undefined : this.app.runs.all.find((run) => shortId(run.id) === short)?.id;
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.tags = new TagsState(app);
    this.book = new CardBook(app.view);
    this.sources = new CardSources(app, this.budget);
    $effect(() => {
      const { theme } = app.appearance;
      // The page's colours change with it, after us.
      const frame = requestAnimationFrame(() => (this.#theme = readTheme(theme)));
      return () => cancelAnimationFrame(frame);
    });
    $effect(() => () => {
      this.sources.dispose();
      this.book.flush();
      this.cursor.stop();
    });
  }

  get theme(): ChartTheme {
    return this.#theme;
  }

  get pixelRatio(): number {
    return devicePixelRatio.current ?? 1;
  }

  set width(width: number) {
    this.#width = width;
  }
  get width(): number {
    return this.#width;
  }

  get current(): string | undefined {
    return this.#current;
  }
  set current(key: string | undefined) {
    this.#current = key;
  }

  get picked(): string | undefined {
    return this.#picked;
  }
  set picked(run: string | undefined) {
    this.#picked = run;
  }

  get wish(): { readonly key: string; readonly isFocus: boolean } | undefined {
    return this.#wish;
  }

  isOpen(groupId: string): boolean {
    return this.#open.has(groupId);
  }

  toggleGroup(id: string): void {
    this.app.view.set(openParam, turnGroup(this.app.view.get(openParam), id));
  }

  setAllOpen(areOpen: boolean): void {
    this.app.view.set(openParam, { mode: areOpen ? 'all' : 'none', turned: new Set<string>() });
  }

  // The tags that a card draws, its own first. Tags that the selected runs do not have are left out.
  tagsOf(card: Card): readonly CardTag[] {
    const { index } = this.tags;
    const { extra, pattern, isHostRight } = this.book.tags(card.key);
    const own: CardTag = { id: card.tag.id, name: card.tag.name, side: isHostRight ? 'right' : 'left' };
    if (extra.length === 0 && pattern === '') return [own];
    const chosen = new Map<string, CardTag>([[own.id, own]]);
    for (const { tag: key, isRight } of extra) {
      const tag = index.find(key);
      if (tag === undefined || chosen.has(tag.id)) continue;
      chosen.set(tag.id, { id: tag.id, name: tag.name, side: isRight ? 'right' : 'left' });
    }
    const matcher = compilePattern(pattern);
    if (!matcher.isEmpty && matcher.problem === undefined) {
      for (const tag of index.sorted) {
        if (chosen.size >= mostTags) break;
        if (chosen.has(tag.id) || !matcher.matches(tag.name)) continue;
        chosen.set(tag.id, { id: tag.id, name: tag.name, side: 'left' });
      }
    }
    return [...chosen.values()];
  }

  cardOf(key: string): Card | undefined {
    const tag = this.tags.index.find(key);
    return tag === undefined ? undefined : { key, tag, title: tag.name };
  }

  // Scrolls to a card, opening what hides it.
  reveal(wanted: string, isFocus = true): void {
    const key = this.#hostOf(wanted);
    const card = this.cardOf(key);
    if (card === undefined) return;
    if (!this.pattern.matches(card.tag.name)) this.app.view.set(tagFilterParam, '');
    const group = this.cards.groups.find(({ cards }) => cards.some((one) => one.key === key));
    if (group !== undefined && !this.isOpen(group.id)) this.toggleGroup(group.id);
    this.#current = key;
    this.#wish = { key, isFocus };
  }

  // The card in which a tag is drawn.
  #hostOf(key: string): string {
    for (const [host, { extra }] of this.app.view.get(chartsParam)) {
      const isThere = this.tags.index.find(host) !== undefined;
      if (isThere && extra.some(({ tag, isAbsorbed }) => isAbsorbed && tag === key)) return host;
    }
    return key;
  }

  fulfilWish(): void {
    this.#wish = undefined;
  }

  step(by: number): void {
    const next = this.layout.neighbour(this.#current, by);
    if (next !== undefined) this.reveal(next.key);
  }

  moveCard(key: string, other: string, isAfter: boolean): void {
    this.book.move(key, other, isAfter);
  }

  // Every tag has a card of its own again.
  split(key: string): void {
    this.book.setTags(key, noExtraTags);
  }

  get fullKey(): string {
    return this.app.view.get(fullCardParam);
  }

  openFull(key: string): void {
    this.app.view.set(fullCardParam, key, { isStep: true });
  }

  closeFull(): void {
    this.app.view.set(fullCardParam, '', { isStep: true });
  }

  stepFull(by: number): void {
    const next = this.layout.neighbour(this.fullKey, by);
    if (next === undefined) return;
    this.#current = next.key;
    this.app.view.set(fullCardParam, next.key);
  }

  // Other numbers on the x axis: what was zoomed to and marked means nothing there.
  setXAxis(axis: XAxis): void {
    this.app.view.set(xAxisParam, axis, { isStep: true });
    this.book.clearZooms();
  }
}

// Of tags that join by a pattern. More curves in one chart cannot be told apart.
const mostTags = 50;
