// What a link must restore. The part of the address behind '#' is the truth: "#scalars?smooth=0.6&x=wall". Components read parameters from
// here and write them here; nothing else touches the address.
import { decode, parseHash } from './view_address';

export interface ViewParam<T> {
  readonly key: string;
  readonly initial: T;
  // Undefined: not a value of this parameter; the initial one counts.
  parse(text: string): T | undefined;
  format(value: T): string;
  // Taken along to the next visit of a bare address.
  readonly isSticky?: boolean;
}

// A parameter as it stands in an address.
export type ParamEntry = readonly [key: string, text: string];

export function paramEntry<T>(param: ViewParam<T>, value: T): ParamEntry {
  return [param.key, param.format(value)];
}

export interface SetOptions {
  // A step that the browser's back button undoes. Without it the address changes in place.
  readonly isStep?: boolean;
}

// The browser's address, or a stand-in for tests.
export interface AddressBar {
  read(): string;
  write(hash: string, isStep: boolean): void;
}

interface Parsed {
  readonly text: string | undefined;
  readonly value: unknown;
}

export class ViewState {
  #page = $state('');
  #texts: ReadonlyMap<string, string> = $state.raw(new Map());
  // Equal text gives the same object, so that what is derived from a value changes only when it does.
  readonly #parsed = new Map<string, Parsed>();
  // Keys of parameters that go along to the next visit, as far as anybody asked for them in this one.
  readonly #sticky = new Set<string>();
  #isWriteWaiting = false;
  #isStepWaiting = false;

  constructor(private readonly address: AddressBar) {
    this.readAddress();
  }

  // The kind that is open; '' while none was chosen.
  get page(): string {
    return this.#page;
  }

  set page(page: string) {
    if (page === this.#page) return;
    this.#page = page;
    this.#write(true);
  }

  get isBare(): boolean {
    return this.#texts.size === 0;
  }

  get<T>(param: ViewParam<T>): T {
    if (param.isSticky === true) this.#sticky.add(param.key);
    const text = this.#texts.get(param.key);
    const known = this.#parsed.get(param.key);
    // Only this parameter's own parse() made the value under its key.
    if (known !== undefined && known.text === text) return known.value as T;
    const value = (text === undefined ? undefined : param.parse(text)) ?? param.initial;
    this.#parsed.set(param.key, { text, value });
    return value;
  }

  set<T>(param: ViewParam<T>, value: T, options: SetOptions = {}): void {
    if (param.isSticky === true) this.#sticky.add(param.key);
    const text = param.format(value);
    const isInitial = text === param.format(param.initial);
    if ((isInitial ? undefined : text) === this.#texts.get(param.key)) return;
    const texts = new Map(this.#texts);
    if (isInitial) texts.delete(param.key);
    else texts.set(param.key, text);
    this.#texts = texts;
    this.#write(options.isStep ?? false);
  }

  // The address changed from outside: a link was followed, or back was pressed.
  readAddress(): void {
    this.restore(this.address.read(), { writes: false });
  }

  // Everything as text, for a link or a saved view; of another page with the same parameters if told.
  toText(page = this.#page): string {
    const parameters = new URLSearchParams([...this.#texts].sort(([a], [b]) => (a < b ? -1 : 1)));
    const tail = parameters.toString();
    return `${encodeURIComponent(page)}${tail === '' ? '' : `?${tail}`}`;
  }

  // `isStep` as in SetOptions; true unless told.
  restore(text: string, options: SetOptions & { readonly writes?: boolean } = {}): void {
    const [page, texts] = parseHash(text);
    this.#page = page;
    this.#texts = texts;
    if (options.writes !== false) this.#write(options.isStep ?? true);
  }

  // What the next visit of a bare address begins with: all sticky parameters that are set.
  get stickyText(): string {
    return new URLSearchParams([...this.#texts].filter(([key]) => this.#sticky.has(key))).toString();
  }

  // The last visit's. A kind that nobody opens this time keeps what it had then, though the page never learns of its parameters.
  keepSticky(lastView: string): void {
    for (const key of new URLSearchParams(lastView).keys()) this.#sticky.add(key);
  }

  // Several changes in one turn become one change of the address.
  #write(isStep: boolean): void {
    this.#isStepWaiting ||= isStep;
    if (this.#isWriteWaiting) return;
    this.#isWriteWaiting = true;
    queueMicrotask(() => {
      this.#isWriteWaiting = false;
      this.address.write(this.toText(), this.#isStepWaiting);
      this.#isStepWaiting = false;
    });
  }
}

export function browserAddress(): AddressBar {
  return {
    read: () => location.hash,
    write(text, isStep) {
      const address = `${location.pathname}${location.search}#${text}`;
      if (isStep) history.pushState(undefined, '', address);
      else history.replaceState(undefined, '', address);
    },
  };
}

export function textParam(key: string, initial = '', isSticky = false): ViewParam<string> {
  return { key, initial, isSticky, parse: (text) => text, format: (value) => value };
}

export function numberParam(
  key: string,
  initial: number,
  low: number,
  high: number,
  isSticky = false,
): ViewParam<number> {
  const parse = (text: string): number | undefined => {
    const value = text === '' ? Number.NaN : Number(text);
    return value >= low && value <= high ? value : undefined;
  };
  return { key, initial, isSticky, parse, format: String };
}

export function flagParam(key: string, initial = false, isSticky = false): ViewParam<boolean> {
  const parse = (text: string): boolean | undefined => (text === '1' ? true : text === '0' ? false : undefined);
  return { key, initial, isSticky, parse, format: (value) => (value ? '1' : '0') };
}

export function choiceParam<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
  isSticky = false,
): ViewParam<T> {
  return {
    key,
    initial: choices[0],
    isSticky,
    parse: (text) => choices.find((choice) => choice === text),
    format: (value) => value,
  };
}

// Texts in a list, each escaped, so that any name can be in it.
export function listParam(key: string, isSticky = false): ViewParam<readonly string[]> {
  return {
    key,
    initial: [],
    isSticky,
    parse: (text) => (text === '' ? [] : text.split(',').map(decode)),
    format: (values) => values.map((value) => value.replace(/[%,]/g, encodeURIComponent)).join(','),
  };
}
