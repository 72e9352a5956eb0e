// Answers with columns (application/vnd.sightglass.columns): a JSON head, then little-endian arrays over which typed arrays are laid as
// they are. The layout is described in src/kind/column_writer.h.
import { FormatError, number, object, parseJson, text } from './foreign';

export type Column =
  | Int8Array
  | Uint8Array
  | Int16Array
  | Uint16Array
  | Int32Array
  | Uint32Array
  | BigInt64Array
  | BigUint64Array
  | Float32Array
  | Float64Array;

const makers: Readonly<Record<string, (bytes: ArrayBuffer, at: number, count: number) => Column>> = {
  i8: (bytes, at, count) => new Int8Array(bytes, at, count),
  u8: (bytes, at, count) => new Uint8Array(bytes, at, count),
  i16: (bytes, at, count) => new Int16Array(bytes, at, count),
  u16: (bytes, at, count) => new Uint16Array(bytes, at, count),
  i32: (bytes, at, count) => new Int32Array(bytes, at, count),
  u32: (bytes, at, count) => new Uint32Array(bytes, at, count),
  i64: (bytes, at, count) => new BigInt64Array(bytes, at, count),
  u64: (bytes, at, count) => new BigUint64Array(bytes, at, count),
  f32: (bytes, at, count) => new Float32Array(bytes, at, count),
  f64: (bytes, at, count) => new Float64Array(bytes, at, count),
};

export interface ColumnAnswer {
  readonly head: Readonly<Record<string, unknown>>;
  // The array that a member of the head stands for; undefined if there is no such member.
  column(member: unknown): Column | undefined;
}

// Arrays keep the whole answer in memory. Of a thousand short series the head is a third of that, and is dropped.
const mostHeadPart = 1 / 8;

export function readColumns(bytes: ArrayBuffer): ColumnAnswer {
  const data = new DataView(bytes);
  if (bytes.byteLength < 8 || data.getUint32(0, false) !== 0x53474331)
    throw new FormatError('columns: wrong beginning');
  const begin = 8 + data.getUint32(4, true);
  if (begin > bytes.byteLength) throw new FormatError('columns: the head is cut off');
  const head = object(parseJson(new TextDecoder().decode(new Uint8Array(bytes, 8, begin - 8))), 'columns');
  const isHeadKept = begin <= bytes.byteLength * mostHeadPart;
  const body = isHeadKept ? bytes : bytes.slice(begin);
  const base = isHeadKept ? begin : 0;
  return {
    head,
    column(member) {
      if (member === undefined || member === null) return undefined;
      const reference = object(member, 'column');
      const make = makers[text(reference['type'], 'column type')];
      if (make === undefined) throw new FormatError(`column type ${String(reference['type'])}`);
      return make(body, base + number(reference['at'], 'column at'), number(reference['count'], 'column count'));
    },
  };
}
