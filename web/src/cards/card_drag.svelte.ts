// Dragging a card by its handle: to another place, or onto another card.

export type DropPlace = 'before' | 'after' | 'onto';

export interface DropTarget {
  readonly key: string;
  readonly place: DropPlace;
}

// What letting go of a card does.
export interface DropActions {
  move(card: string, other: string, isAfter: boolean): void;
  // Shows it in the card on which it is dropped; absent where that has no meaning.
  readonly takeIn?: ((host: string, dropped: string) => void) | undefined;
}

// The middle half of a card takes the other one in, where there is such a thing; its edges put it beside.
export function dropPlace(box: Pick<DOMRect, 'left' | 'width'>, x: number, canTakeIn: boolean): DropPlace {
  const part = (x - box.left) / box.width;
  if (!canTakeIn) return part < 0.5 ? 'before' : 'after';
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'onto';
}

// How fast the cards scroll while a drag is held at the upper or lower edge, in pixels a frame.
export function edgeScroll(box: Pick<DOMRect, 'top' | 'bottom'>, y: number): number {
  const edge = 48;
  if (y < box.top + edge) return -Math.min(18, (box.top + edge - y) / 3);
  if (y > box.bottom - edge) return Math.min(18, (y - box.bottom + edge) / 3);
  return 0;
}

export class CardDrag {
  #key: string | undefined = $state(undefined);
  #target: DropTarget | undefined = $state.raw(undefined);
  #stop: (() => void) | undefined;

  constructor(
    private readonly actions: DropActions,
    private readonly box: () => HTMLElement | undefined,
  ) {}

  get key(): string | undefined {
    return this.#key;
  }
  get target(): DropTarget | undefined {
    return this.#target;
  }

  begin(event: PointerEvent, key: string): void {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#stop?.();
    let at = { x: event.clientX, y: event.clientY };
    let frame = requestAnimationFrame(scroll.bind(undefined, this));
    this.#key = key;

    function scroll(drag: CardDrag): void {
      const box = drag.box();
      const by = box === undefined ? 0 : edgeScroll(box.getBoundingClientRect(), at.y);
      if (box !== undefined && by !== 0) box.scrollTop += by;
      frame = requestAnimationFrame(() => scroll(drag));
    }
    const onMove = (move: PointerEvent): void => {
      at = { x: move.clientX, y: move.clientY };
      this.#target = this.#find(at.x, at.y);
    };
    const onUp = (): void => {
      const target = this.#target;
      this.#stop?.();
      if (target !== undefined) this.#drop(key, target);
    };
    const onKey = (press: KeyboardEvent): void => {
      if (press.key === 'Escape') this.#stop?.();
    };
    this.#stop = () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('pointermove', onMove);
      window.removeEventListener('pointerup', onUp);
      window.removeEventListener('pointercancel', this.#stop ?? onUp);
      window.removeEventListener('keydown', onKey, true);
      this.#stop = undefined;
      this.#key = undefined;
      this.#target = undefined;
    };
    window.addEventListener('pointermove', onMove);
    window.addEventListener('pointerup', onUp);
    window.addEventListener('pointercancel', this.#stop);
    window.addEventListener('keydown', onKey, true);
  }

  #find(x: number, y: number): DropTarget | undefined {
    const card = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-card]');
    const key = card?.dataset['card'];
    if (card === null || card === undefined || key === undefined || key === this.#key) return undefined;
    return { key, place: dropPlace(card.getBoundingClientRect(), x, this.actions.takeIn !== undefined) };
  }

  #drop(key: string, { key: other, place }: DropTarget): void {
    if (place === 'onto') this.actions.takeIn?.(other, key);
    else this.actions.move(key, other, place === 'after');
  }
}
