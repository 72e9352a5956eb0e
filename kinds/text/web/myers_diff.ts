// The shortest way from one list to another (Myers 1986): what goes and what comes, everything else stays.

export interface Edit {
  readonly kind: 'same' | 'gone' | 'new';
  // In the old list (of 'new': where it is put in) and in the new one; ends are exclusive.
  readonly oldBegin: number;
  readonly oldEnd: number;
  readonly newBegin: number;
  readonly newEnd: number;
}

// Work and memory grow with the square of the differences. Lists that differ more than this are better read one after the other.
const mostDifferences = 1500;

type Pair = readonly [old: number, new: number];

// Edits in order, covering both lists; where something is replaced, what goes comes first.
export function diffLists(before: readonly string[], after: readonly string[]): readonly Edit[] {
  let front = 0;
  while (front < before.length && front < after.length && before[front] === after[front]) front += 1;
  let oldEnd = before.length;
  let newEnd = after.length;
  while (oldEnd > front && newEnd > front && before[oldEnd - 1] === after[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const matches = commonPairs(before.slice(front, oldEnd), after.slice(front, newEnd));
  const edits: Edit[] = [];
  let [a, b] = [0, 0];
  const add = (kind: Edit['kind'], toOld: number, toNew: number): void => {
    if (toOld === a && toNew === b) return;
    const last = edits.at(-1);
    if (last?.kind === kind) edits[edits.length - 1] = { ...last, oldEnd: toOld, newEnd: toNew };
    else edits.push({ kind, oldBegin: a, oldEnd: toOld, newBegin: b, newEnd: toNew });
    [a, b] = [toOld, toNew];
  };
  add('same', front, front);
  for (const [x, y] of matches) {
    add('gone', x + front, b);
    add('new', a, y + front);
    add('same', x + front + 1, y + front + 1);
  }
  add('gone', oldEnd, b);
  add('new', a, newEnd);
  add('same', before.length, after.length);
  return edits;
}

// Which items of the lists are the same, rising in both.
function commonPairs(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const [n, m] = [before.length, after.length];
  if (n === 0 || m === 0) return [];
  const most = Math.min(n + m, mostDifferences);
  const offset = most + 1;
  // Of every diagonal how far it has been reached; one copy for each number of differences, to find the way back.
  const reached = new Int32Array(2 * offset + 1);
  const trail: Int32Array[] = [];
  for (let d = 0; d <= most; d += 1) {
    trail.push(reached.slice(offset - d, offset + d + 1));
    for (let k = -d; k <= d; k += 2) {
      const left = reached[offset + k - 1] ?? 0;
      const above = reached[offset + k + 1] ?? 0;
      let x = k === -d || (k !== d && left < above) ? above : left + 1;
      while (x < n && x - k < m && before[x] === after[x - k]) x += 1;
      reached[offset + k] = x;
      if (x >= n && x - k >= m) return wayBack(trail, n, m);
    }
  }
  return [];
}

function wayBack(trail: readonly Int32Array[], n: number, m: number): readonly Pair[] {
  const pairs: Pair[] = [];
  let [x, y] = [n, m];
  for (let d = trail.length - 1; d > 0; d -= 1) {
    // As it was before this difference: diagonals -d to d.
    const known = trail[d] ?? new Int32Array();
    const at = (k: number): number => known[k + d] ?? 0;
    const k = x - y;
    const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromX = at(isDown ? k + 1 : k - 1);
    const fromY = fromX - (isDown ? k + 1 : k - 1);
    while (x > fromX && y > fromY && x > 0 && y > 0) pairs.push([(x -= 1), (y -= 1)]);
    [x, y] = [fromX, fromY];
  }
  while (x > 0 && y > 0) pairs.push([(x -= 1), (y -= 1)]);
  return pairs.reverse();
}
