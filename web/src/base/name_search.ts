// Finds names by what somebody types: parts of names in any order; and, where few names have those, beginnings of words run together ("lr"
// finds "learning_rate"). Made for 100,000 names and a search at every key press: one more letter looks only at what the letters before
// had left.

export class NameSearch {
  readonly #names: readonly string[];
  #text = '';
  // Places of the names that have all words of #text in them; undefined: not known.
  #having: readonly number[] | undefined;

  constructor(names: readonly string[]) {
    this.#names = names.map((name) => name.toLowerCase());
  }

  // Places in the list of names, the best first; among equals shorter names, then the order of the list. Everything fits ''.
  search(typed: string, limit: number): readonly number[] {
    const text = typed.trim().toLowerCase();
    const words = text.split(/\s+/).filter((word) => word !== '');
    const isNarrower = this.#having !== undefined && text.startsWith(this.#text);
    const having: number[] = [];
    const buckets: number[][] = [];
    const consider = (index: number): void => {
      const score = fitOfWords(this.#names[index] ?? '', words);
      if (score === undefined) return;
      having.push(index);
      (buckets[score] ??= []).push(index);
    };
    if (isNarrower) this.#having?.forEach(consider);
    else for (let i = 0; i < this.#names.length; i += 1) consider(i);
    this.#text = text;
    this.#having = having;
    const best = this.#best(buckets, limit);
    return best.length < limit && words.length > 0 ? [...best, ...this.#byBeginnings(words, best, limit)] : best;
  }

  #best(buckets: readonly (readonly number[] | undefined)[], limit: number): number[] {
    const best: number[] = [];
    for (let score = buckets.length - 1; score >= 0 && best.length < limit; score -= 1) {
      const bucket = buckets[score] ?? [];
      const room = limit - best.length;
      // Without words all are equal, and the list has its order.
      best.push(...(score === 0 ? bucket.slice(0, room) : this.#shortest(bucket, room)));
    }
    return best;
  }

  // Of those that are not among `known`, which are fewer than wanted.
  #byBeginnings(words: readonly string[], known: readonly number[], limit: number): readonly number[] {
    const taken = new Set(known);
    const found: number[] = [];
    this.#names.forEach((name, index) => {
      if (words.every((word) => name.includes(word) || isMadeOfBeginnings(name, word)) && !taken.has(index))
        found.push(index);
    });
    return this.#shortest(found, limit - known.length);
  }

  // Sorting a hundred thousand to show twenty would be felt at every key press.
  #shortest(indices: readonly number[], count: number): readonly number[] {
    const kept: number[] = [];
    for (const index of indices) {
      const length = this.#length(index);
      if (kept.length === count && length >= this.#length(kept[count - 1] ?? index)) continue;
      const place = kept.findIndex((other) => this.#length(other) > length);
      kept.splice(place < 0 ? kept.length : place, 0, index);
      if (kept.length > count) kept.pop();
    }
    return kept;
  }

  #length(index: number): number {
    return this.#names[index]?.length ?? 0;
  }
}

// How well all words fit together, higher is better; undefined: one of them is not in it. All in lower case.
function fitOfWords(name: string, words: readonly string[]): number | undefined {
  let sum = 0;
  for (const word of words) {
    const at = name.indexOf(word);
    if (at < 0) return undefined;
    sum += at === 0 ? 3 : isWordStart(name, at) ? 2 : 1;
  }
  return sum;
}

function isWordStart(name: string, at: number): boolean {
  if (at === 0) return true;
  const before = name.charCodeAt(at - 1);
  const isDigit = before >= 48 && before <= 57;
  const isLetter = before >= 97 && before <= 122;
  return !isDigit && !isLetter && before < 128;
}

// Letters in any places would find nearly everything: each must follow the one before, or begin a word. All places where a letter may stand
// are carried along, so that names made to be hard cost no more than their length times the word's.
function isMadeOfBeginnings(name: string, word: string): boolean {
  let places: readonly number[] = [-1];
  for (let i = 0; i < word.length && places.length > 0; i += 1) places = placesAfter(name, word[i] ?? '', places);
  return places.length > 0;
}

function placesAfter(name: string, letter: string, before: readonly number[]): readonly number[] {
  const places: number[] = [];
  const [earliest = 0] = before;
  let k = 0;
  for (let at = name.indexOf(letter, earliest + 1); at >= 0; at = name.indexOf(letter, at + 1)) {
    while (k < before.length && (before[k] ?? 0) < at - 1) k += 1;
    if (before[k] === at - 1 || isWordStart(name, at)) places.push(at);
  }
  return places;
}
