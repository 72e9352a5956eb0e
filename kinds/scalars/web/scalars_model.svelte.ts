// Everything the cards share: the deck they stand in, how the page shows them, and what is on screen at once.
import { devicePixelRatio } from 'svelte/reactivity/window';
import { ColorAssigner, colorBlindPalette, standardPalette } from '$base/run_colors';
import { compilePattern } from '$base/text_pattern';
import type { CardSize } from '$cards/card_layout';
import { CardsModel } from '$cards/cards_model.svelte';
import type { Card, CardGuest } from '$cards/tag_groups';
import type { ChartTheme, LineStyle } from '$charts/line_data';
import type { App } from '$kind/app';
import { ChartThemeState } from '$kind/chart_theme.svelte';
import { baselineParam } from '$kind/runs_params';
import { shortId } from '$kind/run_selection';
import { CardBook } from './card_book.svelte';
import { cardsParam, chartsParam, marksParam, noExtraTags } from './card_settings';
import type { CardTag, XAxis } from './data/card_query';
import { RequestBudget } from './data/request_budget';
import { LinkedCursor } from './linked_cursor.svelte';
import { CardSources } from './card_sources';
import { deckParams, xAxisParam } from './scalars_params';

// For the table of pinned readouts under a chart.
export const tableHeight = 132;

export class ScalarsModel {
  readonly deck: CardsModel;
  readonly book: CardBook;
  readonly budget = new RequestBudget();
  readonly cursor = new LinkedCursor();
  readonly sources: CardSources;
  // The run whose curves stay in front after the pointer left them.
  #picked: string | undefined = $state(undefined);

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

  readonly #theme: ChartThemeState;

  readonly #guests = $derived.by((): readonly CardGuest[] =>
    [...this.app.view.get(chartsParam)].flatMap(([host, { extra }]) =>
      extra.filter(({ isAbsorbed }) => isAbsorbed).map(({ tag }) => ({ tag, host })),
    ),
  );

  // Links know the id of a tag on the x axis; requests want its name.
  readonly xAxis = $derived.by((): XAxis => {
    const axis = this.app.view.get(xAxisParam);
    if (typeof axis === 'string') return axis;
    const tag = this.deck.tags.index.findById(axis.tag);
    return tag === undefined ? axis : { tag: axis.tag, name: tag.name };
  });

  readonly baseline = $derived.by((): string | undefined => {
    const short = this.app.view.get(baselineParam);
    return short === '' ? undefined : this.app.runs.all.find((run) => shortId(run.id) === short)?.id;
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(readonly app: App) {
    this.deck = new CardsModel(app, {
      kind: 'scalars',
      params: deckParams,
      sizes: {
        differing: (cardHeight) => this.#sizes(cardHeight),
        own: (key) => this.book.override(key),
        set: (key, size) => this.book.change(key, size),
      },
      guests: () => this.#guests,
      isFirstAwaited: true,
    });
    this.book = new CardBook(app.view, this.deck.places);
    this.sources = new CardSources(app, this.budget);
    this.#theme = new ChartThemeState(app.appearance);
    $effect(() => () => {
      this.sources.dispose();
      this.book.flush();
      this.cursor.stop();
    });
  }

  get theme(): ChartTheme {
    return this.#theme.current;
  }

  get pixelRatio(): number {
    return devicePixelRatio.current ?? 1;
  }

  get picked(): string | undefined {
    return this.#picked;
  }
  set picked(run: string | undefined) {
    this.#picked = run;
  }

  // The tags that a card draws, its own first. Tags that the selected runs do not have are left out.
  tagsOf(card: Card): readonly CardTag[] {
    const { index } = this.deck.tags;
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

  // Every tag has a card of its own again.
  split(key: string): void {
    this.book.setTags(key, noExtraTags);
  }

  // Other numbers on the x axis: what was zoomed to and marked means nothing there.
  setXAxis(axis: XAxis): void {
    this.app.view.set(xAxisParam, axis, { isStep: true });
    this.book.clearZooms();
  }

  // Cards with a size of their own, or with a table of pinned readouts.
  #sizes(cardHeight: number): ReadonlyMap<string, CardSize> {
    const { view } = this.app;
    const overrides = view.get(cardsParam);
    const marks = view.get(marksParam);
    const sizes = new Map<string, CardSize>();
    for (const key of new Set([...overrides.keys(), ...marks.keys()])) {
      const { span = 1, height = cardHeight } = overrides.get(key) ?? {};
      const hasTable = marks.has(key);
      if (span === 1 && height === cardHeight && !hasTable) continue;
      sizes.set(key, { span, height: height + (hasTable ? tableHeight : 0) });
    }
    return sizes;
  }
}

// Of tags that join by a pattern. More curves in one chart cannot be told apart.
const mostTags = 50;
