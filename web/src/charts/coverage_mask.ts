// How much of each pixel one shape covers, 0 to 255. Shapes of one series are joined by the larger coverage, so that joints and
// crossings of a line with itself are no darker than the rest of it.
//
// Columns lie one after the other in memory, since lines of a chart run through columns: a steep line writes neighbouring bytes.
// Invariants:
//   1. every byte outside of [top[c], bottom[c]) of a column c is 0;
//   2. columns outside of [left, right) are empty: top = height, bottom = 0.
//
// Of a column the part [hiddenTop[c], hiddenBottom[c]) lies under something opaque: what falls wholly into it is left out. Under a crowd of
// lines that is most of them.

export class CoverageMask {
  width = 0;
  height = 0;
  bytes = new Uint8Array(0);
  top = new Int32Array(0);
  bottom = new Int32Array(0);
  left = 0;
  right = 0;
  hiddenTop = new Int32Array(0);
  hiddenBottom = new Int32Array(0);

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    this.width = width;
    this.height = height;
    this.bytes = new Uint8Array(width * height);
    this.top = new Int32Array(width).fill(height);
    this.bottom = new Int32Array(width);
    this.left = width;
    this.right = 0;
    this.hiddenTop = new Int32Array(width);
    this.hiddenBottom = new Int32Array(width);
  }

  // Nothing lies above what is drawn next.
  uncover(): void {
    this.hiddenTop.fill(0);
    this.hiddenBottom.fill(0);
  }

  // Says that every byte is 0 again, which whoever has used them has seen to.
  markEmpty(): void {
    this.top.fill(this.height, this.left, this.right);
    this.bottom.fill(0, this.left, this.right);
    this.left = this.width;
    this.right = 0;
  }

  private touch(column: number, begin: number, end: number): void {
    if (column < this.left) this.left = column;
    if (column >= this.right) this.right = column + 1;
    if (begin < (this.top[column] ?? 0)) this.top[column] = begin;
    if (end > (this.bottom[column] ?? 0)) this.bottom[column] = end;
  }

  private raise(index: number, coverage: number): void {
    if (coverage > (this.bytes[index] ?? 255)) this.bytes[index] = coverage;
  }

  // A part of one column from y0 to y1, its ends covered as far as they reach into their pixels; `full` is the coverage between.
  fillColumn(column: number, y0: number, y1: number, full: number): void {
    const { bytes, height } = this;
    const from = y0 > 0 ? y0 : 0;
    const to = y1 < height ? y1 : height;
    if (column < 0 || column >= this.width || !(from < to)) return;
    // The sides are below 2^31 here, so that `| 0` rounds down.
    const begin = from | 0;
    const last = (to === height ? height : (to | 0) + 1) - 1;
    if (begin >= (this.hiddenTop[column] ?? 0) && last < (this.hiddenBottom[column] ?? 0)) return;
    this.touch(column, begin, last + 1);
    const base = column * height;
    if (begin === last) {
      this.raise(base + begin, (full * (to - from)) | 0);
      return;
    }
    this.raise(base + begin, (full * (begin + 1 - from)) | 0);
    this.raise(base + last, (full * (to - last)) | 0);
    const end = base + last;
    if (full >= 255) {
      for (let index = base + begin + 1; index < end; index += 1) bytes[index] = 255;
    } else {
      const byte = full | 0;
      for (let index = base + begin + 1; index < end; index += 1) {
        if ((bytes[index] ?? 255) < byte) bytes[index] = byte;
      }
    }
  }

  // A vertical stroke in the middle of a column: many points of a line that share it.
  strokeColumn(column: number, y0: number, y1: number, halfWidth: number): void {
    const low = y0 - halfWidth;
    const high = y1 + halfWidth;
    this.fillColumn(column, low, high, 255);
    for (let away = 1; away < halfWidth + 0.5; away += 1) {
      const full = 255 * Math.min(1, halfWidth + 0.5 - away);
      // A little shorter than the middle, which makes the ends round.
      const shorter = Math.min(halfWidth, away * 0.5);
      this.fillColumn(column - away, low + shorter, high - shorter, full);
      this.fillColumn(column + away, low + shorter, high - shorter, full);
    }
  }

  // A straight stroke. Coordinates may be as large as doubles get; what lies outside costs nothing.
  strokeSegment(ax: number, ay: number, bx: number, by: number, halfWidth: number): void {
    const reach = halfWidth + 0.5;
    const { width, height } = this;
    let x0 = ax;
    let y0 = ay;
    let x1 = bx;
    let y1 = by;
    if (x0 > x1) {
      x0 = bx;
      y0 = by;
      x1 = ax;
      y1 = ay;
    }
    if (x1 < -reach || x0 > width + reach) return;
    if ((y0 < -reach && y1 < -reach) || (y0 > height + reach && y1 > height + reach)) return;
    // Cut to a box around the mask, a stroke's width away, so that the cut itself is not seen.
    const edge = reach + 1;
    if (x0 < -edge || x1 > width + edge || Math.min(y0, y1) < -edge || Math.max(y0, y1) > height + edge) {
      let from = 0;
      let to = 1;
      const dx = x1 - x0;
      const dy = y1 - y0;
      if (dx > 0) {
        from = Math.max(from, (-edge - x0) / dx);
        to = Math.min(to, (width + edge - x0) / dx);
      }
      if (dy !== 0) {
        const upper = (-edge - y0) / dy;
        const lower = (height + edge - y0) / dy;
        from = Math.max(from, Math.min(upper, lower));
        to = Math.min(to, Math.max(upper, lower));
      }
      if (!(from < to)) return;
      // The later end first: both are counted from the uncut beginning.
      x1 = x0 + dx * to;
      y1 = y0 + dy * to;
      x0 += dx * from;
      y0 += dy * from;
    }
    if (this.isHidden(x0, y0, x1, y1, reach)) return;
    this.strokeCut(x0, y0, x1, y1, halfWidth);
  }

  // Does nothing of such a stroke show? A few looks, where drawing it would take many.
  private isHidden(x0: number, y0: number, x1: number, y1: number, reach: number): boolean {
    const { hiddenTop, hiddenBottom } = this;
    // A pixel more on every side than a stroke can reach.
    const upper = (y0 < y1 ? y0 : y1) - reach - 1;
    const lower = (y0 < y1 ? y1 : y0) + reach + 1;
    const first = Math.max(0, (x0 - reach) | 0);
    const last = Math.min(this.width - 1, (x1 + reach) | 0);
    for (let column = first; column <= last; column += 1) {
      if (!(upper >= (hiddenTop[column] ?? 0) && lower <= (hiddenBottom[column] ?? 0))) return false;
    }
    return true;
  }

  // x0 <= x1, all within a few pixels of the mask.
  private strokeCut(x0: number, y0: number, x1: number, y1: number, halfWidth: number): void {
    const dx = x1 - x0;
    const dy = y1 - y0;
    const rise = dy < 0 ? -dy : dy;
    if (rise <= dx) this.strokeFlat(x0, y0, x1, dy / dx, halfWidth);
    else this.strokeSteep(x0, y0, x1, y1, halfWidth);
  }

  // Strokes that go more to the right than up or down. They take just the columns whose middle is between their ends, so that a line
  // of many visits each column once, and of each column the part between their long sides.
  private strokeFlat(x0: number, y0: number, x1: number, slope: number, halfWidth: number): void {
    const { bytes, height, top, bottom, hiddenTop, hiddenBottom } = this;
    let firstColumn = Math.ceil(x0 - 0.5);
    let lastColumn = Math.ceil(x1 - 0.5) - 1;
    // One between the middles of two columns must be seen too, if it is all there is.
    if (lastColumn < firstColumn) firstColumn = lastColumn = Math.floor(x0);
    if (firstColumn < 0) firstColumn = 0;
    if (lastColumn >= this.width) lastColumn = this.width - 1;
    if (firstColumn > lastColumn) return;
    if (firstColumn < this.left) this.left = firstColumn;
    if (lastColumn >= this.right) this.right = lastColumn + 1;
    const halfTall = halfWidth * Math.sqrt(1 + slope * slope);
    let upper = y0 + (firstColumn + 0.5 - x0) * slope - halfTall;
    const tall = 2 * halfTall;
    let base = firstColumn * height;
    for (let column = firstColumn; column <= lastColumn; column += 1, base += height, upper += slope) {
      const lower = upper + tall;
      const from = upper > 0 ? upper : 0;
      const to = lower < height ? lower : height;
      if (from >= to) continue;
      const begin = from | 0;
      // A lower side on the very edge of a pixel covers nothing of the next one.
      const end = to | 0;
      const last = end < height ? end : height - 1;
      if (begin >= (hiddenTop[column] ?? 0) && last < (hiddenBottom[column] ?? 0)) continue;
      if (begin < (top[column] ?? 0)) top[column] = begin;
      if (last >= (bottom[column] ?? 0)) bottom[column] = last + 1;
      const first = base + begin;
      const final = base + last;
      if (first === final) {
        const byte = ((to - from) * 255) | 0;
        if ((bytes[first] ?? 255) < byte) bytes[first] = byte;
        continue;
      }
      const byte = ((begin + 1 - from) * 255) | 0;
      if ((bytes[first] ?? 255) < byte) bytes[first] = byte;
      for (let index = first + 1; index < final; index += 1) bytes[index] = 255;
      const lastByte = ((to - last) * 255) | 0;
      if ((bytes[final] ?? 255) < lastByte) bytes[final] = lastByte;
    }
  }

  // Strokes that go more up or down. They take the columns beside them as far as their width hangs over, and coverage falls with the
  // distance from their middle; half a width above and below both ends they are cut.
  private strokeSteep(x0: number, y0: number, x1: number, y1: number, halfWidth: number): void {
    const { bytes, height, top, bottom, hiddenTop, hiddenBottom } = this;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const length = Math.sqrt(dx * dx + dy * dy);
    if (length < 1e-6) return;
    const reach = halfWidth + 0.5;
    const ux = dx / length;
    const uy = dy / length;
    const overhang = uy < 0 ? -reach * uy : reach * uy;
    const capTop = Math.max(0, (dy < 0 ? y1 : y0) - halfWidth);
    const capBottom = Math.min(height, (dy < 0 ? y0 : y1) + halfWidth);
    const firstColumn = Math.max(0, Math.ceil(x0 - overhang - 0.5));
    const lastColumn = Math.min(this.width - 1, Math.floor(x1 + overhang - 0.5));
    if (firstColumn > lastColumn || capTop >= capBottom) return;
    if (firstColumn < this.left) this.left = firstColumn;
    if (lastColumn >= this.right) this.right = lastColumn + 1;
    // Of a stroke that is nearly upright all columns reach from end to end.
    const isUpright = ux < 1e-4;
    const slope = isUpright ? 0 : dy / dx;
    const tall = isUpright ? height + length : reach / ux;
    // Distances in whole numbers, 4096 for the step from one byte to the next: a third faster than fractions.
    const unit = 255 * 4096;
    const reachUnits = (reach * unit) | 0;
    const stepUnits = (ux * unit) | 0;
    for (let column = firstColumn; column <= lastColumn; column += 1) {
      const fromStart = column + 0.5 - x0;
      const middle = y0 + fromStart * slope;
      const from = middle - tall > capTop ? middle - tall : capTop;
      const to = middle + tall < capBottom ? middle + tall : capBottom;
      if (from >= to) continue;
      const begin = from | 0;
      const end = to === height ? height : (to | 0) + 1;
      const hidden = hiddenTop[column] ?? 0;
      const seen = hiddenBottom[column] ?? 0;
      if (begin >= hidden && end <= seen) continue;
      if (begin < (top[column] ?? 0)) top[column] = begin;
      if (end > (bottom[column] ?? 0)) bottom[column] = end;
      let across = (((begin + 0.5 - y0) * ux - fromStart * uy) * unit) | 0;
      // The pixels at the caps are covered as far as the caps reach into them.
      let limit = begin < capTop ? ((begin + 1 - capTop) * 255) | 0 : 255;
      const stop = column * height + end;
      // The hidden part is jumped over. Where there is none, or where it was entered already, the jump is never met.
      const jump = column * height + (begin > hidden && begin < seen ? begin : hidden);
      for (let index = column * height + begin; index < stop; index += 1) {
        if (index === jump && hidden < seen) {
          const over = column * height + seen - index;
          index += over;
          if (index >= stop) break;
          across += over * stepUnits;
          limit = index + 1 === stop && capBottom < end ? ((capBottom - end + 1) * 255) | 0 : 255;
        }
        let byte = (reachUnits - (across < 0 ? -across : across)) >> 12;
        if (byte > limit) byte = limit;
        if ((bytes[index] ?? 255) < byte) bytes[index] = byte;
        across += stepUnits;
        limit = index + 2 === stop && capBottom < end ? ((capBottom - end + 1) * 255) | 0 : 255;
      }
    }
  }

  // A filled circle. Coordinates may be as large as doubles get.
  fillDisc(x: number, y: number, radius: number): void {
    const reach = radius + 0.5;
    const begin = Math.max(0, Math.floor(y - reach));
    const end = Math.min(this.height, Math.ceil(y + reach));
    const lastColumn = Math.min(this.width, Math.ceil(x + reach));
    if (begin >= end) return;
    for (let column = Math.max(0, Math.floor(x - reach)); column < lastColumn; column += 1) {
      this.touch(column, begin, end);
      for (let row = begin; row < end; row += 1) {
        const coverage = reach - Math.hypot(column + 0.5 - x, row + 0.5 - y);
        if (coverage > 0) this.raise(column * this.height + row, 255 * Math.min(1, coverage));
      }
    }
  }

  // A filled shape without dents, its corners in either turn.
  fillPolygon(corners: readonly number[]): void {
    const count = corners.length / 2;
    let [lowX, highX, lowY, highY, area] = [Infinity, -Infinity, Infinity, -Infinity, 0];
    for (let i = 0; i < count; i += 1) {
      const next = (i + 1) % count;
      const [x, y] = [corners[2 * i] ?? 0, corners[2 * i + 1] ?? 0];
      lowX = Math.min(lowX, x);
      highX = Math.max(highX, x);
      lowY = Math.min(lowY, y);
      highY = Math.max(highY, y);
      area += x * (corners[2 * next + 1] ?? 0) - y * (corners[2 * next] ?? 0);
    }
    const turn = Math.sign(area);
    const begin = Math.max(0, Math.floor(lowY));
    const end = Math.min(this.height, Math.ceil(highY));
    if (begin >= end || turn === 0) return;
    for (let column = Math.max(0, Math.floor(lowX)); column < Math.min(this.width, Math.ceil(highX)); column += 1) {
      this.touch(column, begin, end);
      for (let row = begin; row < end; row += 1) {
        let inside = 1;
        for (let i = 0; i < count; i += 1) {
          const next = (i + 1) % count;
          const [x, y] = [corners[2 * i] ?? 0, corners[2 * i + 1] ?? 0];
          const [dx, dy] = [(corners[2 * next] ?? 0) - x, (corners[2 * next + 1] ?? 0) - y];
          const side = (turn * (dx * (row + 0.5 - y) - dy * (column + 0.5 - x))) / Math.hypot(dx, dy);
          inside = Math.min(inside, side + 0.5);
        }
        if (inside > 0) this.raise(column * this.height + row, inside * 255);
      }
    }
  }
}
