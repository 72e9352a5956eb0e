import { expect, test } from 'vitest';
import { diffLists, type Edit } from './myers_diff';

function apply(before: readonly string[], after: readonly string[], edits: readonly Edit[]): void {
  let [a, b] = [0, 0];
  for (const { kind, oldBegin, oldEnd, newBegin, newEnd } of edits) {
    expect([oldBegin, newBegin]).toEqual([a, b]);
    if (kind === 'same') expect(before.slice(oldBegin, oldEnd)).toEqual(after.slice(newBegin, newEnd));
    if (kind === 'gone') expect(newEnd).toBe(newBegin);
    if (kind === 'new') expect(oldEnd).toBe(oldBegin);
    [a, b] = [oldEnd, newEnd];
  }
  expect([a, b]).toEqual([before.length, after.length]);
}

function cost(edits: readonly Edit[]): number {
  return edits.reduce((sum, e) => (e.kind === 'same' ? sum : sum + e.oldEnd - e.oldBegin + e.newEnd - e.newBegin), 0);
}

// The plain way: a table of the longest common parts.
function leastCost(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const x of before) {
    const next = [0];
    after.forEach((y, j) => next.push(x === y ? (row[j] ?? 0) + 1 : Math.max(row[j + 1] ?? 0, next[j] ?? 0)));
    row = next;
  }
  return before.length + after.length - 2 * (row.at(-1) ?? 0);
}

test('says what goes and what comes', () => {
  const edits = diffLists([...'abcabba'], [...'cbabac']);
  apply([...'abcabba'], [...'cbabac'], edits);
  expect(cost(edits)).toBe(5);
});

test('nothing, all, and the same', () => {
  expect(diffLists([], [])).toEqual([]);
  expect(diffLists(['a'], ['a']).map((edit) => edit.kind)).toEqual(['same']);
  expect(diffLists(['a', 'b'], []).map((edit) => edit.kind)).toEqual(['gone']);
  expect(diffLists([], ['a']).map((edit) => edit.kind)).toEqual(['new']);
  expect(diffLists(['a'], ['b']).map((edit) => edit.kind)).toEqual(['gone', 'new']);
});

test('is as short as the plain way finds, for lists of every sort', () => {
  let seed = 7;
  const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
  for (let round = 0; round < 300; round += 1) {
    const letters = 1 + random(5);
    const make = (): string[] => Array.from({ length: random(24) }, () => String(random(letters)));
    const [before, after] = [make(), make()];
    const edits = diffLists(before, after);
    apply(before, after, edits);
    expect(cost(edits)).toBe(leastCost(before, after));
  }
});

test('lists that have too little in common are replaced as a whole', () => {
  const before = Array.from({ length: 4000 }, (_, i) => `a${i}`);
  const after = Array.from({ length: 4000 }, (_, i) => `b${i}`);
  const edits = diffLists(['same', ...before], ['same', ...after]);
  expect(edits.map((edit) => edit.kind)).toEqual(['same', 'gone', 'new']);
});
