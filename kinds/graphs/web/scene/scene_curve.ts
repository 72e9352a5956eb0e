// Smooth lines through given places.

// Pieces on which a text is tried.
const mostPieces = 4;

// A curve through all places (x and y in turn): the first place, then two handles and a place for each piece. Where the line goes up or down all the
// way, as edges with the flow do, it leaves and arrives upright and never turns back.
export function curveThrough(points: readonly number[]): readonly number[] {
  const count = points.length / 2;
  const x = (i: number): number => points[2 * i] ?? 0;
  const y = (i: number): number => points[2 * i + 1] ?? 0;
  const result = [x(0), y(0)];
  if (isSteady(points)) {
    for (let i = 0; i + 1 < count; i += 1) {
      const [lean, nextLean] = [leanAt(points, i), leanAt(points, i + 1)];
      // Between upright ends longer handles look rounder.
      const reach = (y(i + 1) - y(i)) / (lean === 0 && nextLean === 0 ? 2 : 3);
      result.push(x(i) + lean * reach, y(i) + reach, x(i + 1) - nextLean * reach, y(i + 1) - reach, x(i + 1), y(i + 1));
    }
    return result;
  }
  const before = (i: number): number => Math.max(0, i - 1);
  const after = (i: number): number => Math.min(count - 1, i + 1);
  for (let i = 0; i + 1 < count; i += 1) {
    const [next, later, earlier] = [i + 1, after(i + 1), before(i)];
    result.push(
      x(i) + (x(next) - x(earlier)) / 6,
      y(i) + (y(next) - y(earlier)) / 6,
      x(next) - (x(later) - x(i)) / 6,
      y(next) - (y(later) - y(i)) / 6,
      x(next),
      y(next),
    );
  }
  return result;
}

function isSteady(points: readonly number[]): boolean {
  let sign = 0;
  for (let i = 3; i < points.length; i += 2) {
    const step = Math.sign((points[i] ?? 0) - (points[i - 2] ?? 0));
    if (step === 0 || step === -sign) return false;
    sign = step;
  }
  return true;
}

// Sideways for each unit of height. The harmonic mean of both sides keeps a curve between its places; ends are upright.
function leanAt(points: readonly number[], i: number): number {
  if (i === 0 || i === points.length / 2 - 1) return 0;
  const slope = (a: number, b: number): number =>
    ((points[2 * b] ?? 0) - (points[2 * a] ?? 0)) / ((points[2 * b + 1] ?? 0) - (points[2 * a + 1] ?? 0));
  const [before, after] = [slope(i - 1, i), slope(i, i + 1)];
  return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
}

export interface Bezier {
  readonly x: number;
  readonly y: number;
}

// A place on piece `piece` of a curve, `part` of the way from its beginning.
export function onCurve(data: readonly number[], piece: number, part: number): Bezier {
  const at = (axis: number): number => {
    const begin = piece * 6 + axis;
    const rest = 1 - part;
    return (
      rest ** 3 * (data[begin] ?? 0) +
      3 * rest ** 2 * part * (data[begin + 2] ?? 0) +
      3 * rest * part ** 2 * (data[begin + 4] ?? 0) +
      part ** 3 * (data[begin + 6] ?? 0)
    );
  };
  return { x: at(0), y: at(1) };
}

// Places for a text on a curve, the best first: the middle of the longest piece, beside it, then the middles of other pieces. x and y in turn.
export function labelPlaces(data: readonly number[]): readonly number[] {
  const pieces = Array.from({ length: (data.length - 2) / 6 }, (_, piece) => {
    const [x = 0, y = 0] = data.slice(piece * 6);
    const [endX = 0, endY = 0] = data.slice(piece * 6 + 6);
    return { piece, length: Math.hypot(endX - x, endY - y) };
  }).sort((a, b) => b.length - a.length || a.piece - b.piece);
  const [longest, ...others] = pieces.slice(0, mostPieces).map(({ piece }) => piece);
  if (longest === undefined) return [];
  return [
    ...[0.5, 0.3, 0.7].map((part) => onCurve(data, longest, part)),
    ...others.map((piece) => onCurve(data, piece, 0.5)),
  ].flatMap(({ x, y }) => [x, y]);
}
