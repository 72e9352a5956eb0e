// Everything that can be done, by name: for the command palette, the keys, and the list of keys that '?' shows.
import type { PaletteSource } from './palette_source';

export interface Command {
  readonly id: string;
  readonly title: string;
  // Where it stands in the list of keys and in the palette.
  readonly group: string;
  // As the keyboard event has it, with modifiers in front: '?', 'Ctrl+k', 'Shift+ArrowDown'. Several ways to the same thing.
  readonly keys?: readonly string[];
  run(): void;
}

export class Commands {
  #all: readonly Command[] = $state.raw([]);
  #sources: readonly PaletteSource[] = $state.raw([]);

  get all(): readonly Command[] {
    return this.#all;
  }

  // Returns what takes them away again.
  add(commands: readonly Command[]): () => void {
    this.#all = [...this.#all, ...commands];
    return () => (this.#all = this.#all.filter((command) => !commands.includes(command)));
  }

  // Things that the palette finds beside commands.
  get sources(): readonly PaletteSource[] {
    return this.#sources;
  }

  // Returns what takes it away again.
  addSource(source: PaletteSource): () => void {
    this.#sources = [...this.#sources, source];
    return () => (this.#sources = this.#sources.filter((one) => one !== source));
  }

  // The last that was added counts: what is open goes before the page around it.
  forKey(key: string): Command | undefined {
    return this.#all.filter((command) => command.keys?.includes(key) === true).at(-1);
  }
}

// The name of a pressed key as commands have it. Command on a Mac counts as Ctrl.
export function keyName(event: KeyboardEvent): string {
  const isLetter = event.key.length === 1;
  const modifiers = [
    event.ctrlKey || event.metaKey ? 'Ctrl+' : '',
    event.altKey ? 'Alt+' : '',
    // With Shift a sign is another sign: '?' needs no mention of it.
    event.shiftKey && (!isLetter || event.ctrlKey || event.metaKey) ? 'Shift+' : '',
  ];
  return `${modifiers.join('')}${event.key}`;
}

// Keys belong to the text that is being typed.
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'range', 'button', 'color'].includes(target.type);
}
