// The part of a segment that lies in the box from -edge to width + edge and height + edge, as fractions of it: none if the first is not
// below the second. For callers that can afford a pair for each segment; masks cut in place.
export function visiblePart(
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  width: number,
  height: number,
  edge: number,
): readonly [number, number] {
  let from = 0;
  let to = 1;
  const cut = (start: number, delta: number, size: number): void => {
    if (delta === 0) {
      if (start < -edge || start > size + edge) to = -1;
      return;
    }
    const a = (-edge - start) / delta;
    const b = (size + edge - start) / delta;
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  };
  cut(x0, x1 - x0, width);
  cut(y0, y1 - y0, height);
  return [from, to];
}
