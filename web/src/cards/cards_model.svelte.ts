// A dashboard of cards, one for each tag: the tags and their order, where each card stands, and what is asked of the grid that shows them.
import { compilePattern } from '$base/text_pattern';
import type { App } from '$kind/app';
import { CardLayout, type LayoutSection } from './card_layout';
import { CardPlaces } from './card_places';
import type { CardSizes } from './card_sizes';
import type { CardsParams } from './cards_params';
import { MountQueue } from './mount_queue';
import { openGroups, turnGroup } from './open_groups';
import { arrangeCards, type Card, type CardGuest } from './tag_groups';
import { TagsState } from './tags_state.svelte';

export const cardGap = 12;
export const headingHeight = 36;

export const pinnedSection = 'pinned';

export interface CardsOptions {
  // As the server calls it; its tags are shown.
  readonly kind: string;
  readonly params: CardsParams;
  readonly sizes: CardSizes;
  // Tags that are shown in the card of another one.
  readonly guests?: () => readonly CardGuest[];
  // The rest of the page waits until a card calls firstShown().
  readonly isFirstAwaited?: boolean;
  // How much larger its cards are than a chart's, whose size is a setting of the page.
  readonly proportion?: { readonly width: number; readonly height: number };
}

// Why there are no cards to see: no run is selected, tags are on their way or did not come, there are none, none matches.
export type BlankReason = 'runs' | 'loading' | 'failed' | 'data' | 'matches';

export class CardsModel {
  readonly tags: TagsState;
  readonly places: CardPlaces;
  readonly mounts = new MountQueue();
  // A card shows what it has, or has nothing: see Opening.
  readonly firstShown: () => void;
  // Of the place where cards stand, in pixels; 0 before it is known.
  #width = $state(0);
  // The card that keys act on.
  #current: string | undefined = $state(undefined);
  // The grid does it when it can.
  #wish: { readonly key: string; readonly isFocus: boolean } | undefined = $state.raw(undefined);

  readonly pattern = $derived.by(() => compilePattern(this.app.view.get(this.params.filter)));

  readonly #guests = $derived.by(() => this.options.guests?.() ?? []);

  readonly cards = $derived.by(() => {
    const { view } = this.app;
    return arrangeCards(this.tags.index, {
      pattern: this.pattern,
      sort: view.get(this.params.sort),
      pins: view.get(this.params.pins),
      guests: this.#guests,
      moves: view.get(this.params.moves),
    });
  });

  readonly #open = $derived.by(() => openGroups(this.cards.groups, this.app.view.get(this.params.open)));

  readonly #sections = $derived.by((): readonly LayoutSection[] => {
    const { pinned, groups } = this.cards;
    const rest = groups.map(({ id, cards }) => ({ id, cards, isOpen: this.#open.has(id) }));
    return pinned.length === 0 ? rest : [{ id: pinnedSection, cards: pinned, isOpen: true }, ...rest];
  });

  readonly cardWidth = $derived.by(() =>
    Math.round(this.app.settings.values.cardWidth * (this.options.proportion?.width ?? 1)),
  );
  readonly cardHeight = $derived.by(() =>
    Math.round(this.app.settings.values.cardHeight * (this.options.proportion?.height ?? 1)),
  );

  readonly #sizes = $derived.by(() => this.options.sizes.differing(this.cardHeight));

  readonly layout = $derived.by(() => {
    const { cardWidth, cardHeight } = this;
    const gaps = { gap: cardGap, headingHeight };
    return new CardLayout(this.#sections, {
      width: this.#width,
      cardWidth,
      cardHeight,
      ...gaps,
      sizes: this.#sizes,
    });
  });

  readonly blank = $derived.by((): BlankReason | undefined => {
    const { runs } = this.app;
    if (runs.isLoaded && runs.selected.length === 0 && runs.all.length > 0) return 'runs';
    if (!this.tags.isLoaded) return this.tags.error === undefined ? 'loading' : 'failed';
    if (this.tags.index.size === 0) return 'data';
    return this.cards.matched === 0 && this.cards.pinned.length === 0 ? 'matches' : undefined;
  });

  // REQUIRES: called while a component is made; ends with it.
  constructor(
    readonly app: App,
    private readonly options: CardsOptions,
  ) {
    this.firstShown = options.isFirstAwaited === true ? app.opening.hold() : () => undefined;
    this.tags = new TagsState(app, options.kind);
    this.places = new CardPlaces(app.view, options.params);
  }

  get params(): CardsParams {
    return this.options.params;
  }
  get sizes(): CardSizes {
    return this.options.sizes;
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

  // The card in front, or the one under the pointer or the focus.
  get pointed(): string | undefined {
    return this.fullKey === '' ? this.#current : this.fullKey;
  }

  get wish(): { readonly key: string; readonly isFocus: boolean } | undefined {
    return this.#wish;
  }

  isOpen(groupId: string): boolean {
    return this.#open.has(groupId);
  }

  toggleGroup(id: string): void {
    this.app.view.set(this.params.open, turnGroup(this.app.view.get(this.params.open), id));
  }

  setAllOpen(areOpen: boolean): void {
    this.app.view.set(this.params.open, { mode: areOpen ? 'all' : 'none', turned: new Set<string>() });
  }

  // Of all cards, of every kind.
  setCardSize(width: number, height: number): void {
    const { proportion = { width: 1, height: 1 } } = this.options;
    this.app.settings.set({
      cardWidth: Math.round(width / proportion.width),
      cardHeight: Math.round(height / proportion.height),
    });
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
    if (!this.pattern.matches(card.tag.name)) this.app.view.set(this.params.filter, '');
    const group = this.cards.groups.find(({ cards }) => cards.some((one) => one.key === key));
    if (group !== undefined && !this.isOpen(group.id)) this.toggleGroup(group.id);
    this.#current = key;
    this.#wish = { key, isFocus };
  }

  // The card in which a tag is shown.
  #hostOf(key: string): string {
    const guest = this.#guests.find(({ tag, host }) => tag === key && this.tags.index.find(host) !== undefined);
    return guest?.host ?? key;
  }

  fulfilWish(): void {
    this.#wish = undefined;
  }

  step(by: number): void {
    const next = this.layout.neighbour(this.#current, by);
    if (next !== undefined) this.reveal(next.key);
  }

  get fullKey(): string {
    return this.app.view.get(this.params.full);
  }

  get fullCard(): Card | undefined {
    return this.fullKey === '' ? undefined : this.cardOf(this.fullKey);
  }

  openFull(key: string): void {
    this.app.view.set(this.params.full, key, { isStep: true });
  }

  closeFull(): void {
    this.app.view.set(this.params.full, '', { isStep: true });
  }

  stepFull(by: number): void {
    const next = this.layout.neighbour(this.fullKey, by);
    if (next === undefined) return;
    this.#current = next.key;
    this.app.view.set(this.params.full, next.key);
  }

  // The view as it is, with this card in front.
  linkTo(key: string): string {
    const { full } = this.params;
    const [page = '', tail = ''] = this.app.view.toText().split('?');
    const parameters = new URLSearchParams(tail);
    parameters.set(full.key, full.format(key));
    return `${location.origin}${location.pathname}${location.search}#${page}?${parameters.toString()}`;
  }
}
