// A column to which points are added while it is drawn. Each append gives a new one; those before stay as they are, since the room that is
// written to lies behind their end.
import type { NumberColumn } from '$charts/line_data';

interface Room {
  readonly whole: NumberColumn;
  used: number;
}

// Rarely copied while it grows, and never twice as large as what it holds.
const growth = 1.5;
const smallestRoom = 64;

export class GrowingColumn {
  constructor(
    readonly view: NumberColumn,
    private readonly room?: Room,
  ) {}

  // The first `length` numbers, with `more` behind them.
  append(length: number, more: NumberColumn): GrowingColumn {
    if (more.length === 0 && length === this.view.length) return this;
    const end = length + more.length;
    const { room } = this;
    if (room?.used === length && end <= room.whole.length && holds(room.whole, more)) {
      room.whole.set(more, length);
      room.used = end;
      return new GrowingColumn(room.whole.subarray(0, end), room);
    }
    const whole = emptyFor(this.view, more, Math.max(smallestRoom, Math.ceil(end * growth)));
    whole.set(this.view.subarray(0, length));
    whole.set(more, length);
    return new GrowingColumn(whole.subarray(0, end), { whole, used: end });
  }
}

// Whether every number of `more` can stand in `column` as it is.
function holds(column: NumberColumn, more: NumberColumn): boolean {
  return column instanceof Float64Array || column.constructor === more.constructor;
}

// Doubles hold whatever numbers the server sends.
function emptyFor(first: NumberColumn, second: NumberColumn, length: number): NumberColumn {
  if (first instanceof Float32Array && second instanceof Float32Array) return new Float32Array(length);
  if (first instanceof Int32Array && second instanceof Int32Array) return new Int32Array(length);
  return new Float64Array(length);
}
