// Writes event files of scalars, so that a test can add a point while the page looks on. Plain appends: what a job does.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

// CRC-32C (Castagnoli), one table entry a byte: some points a test, so simple is fast enough.
const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  return crc >>> 0;
});

export function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (crcTable[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

// Records hold rotated checksums, since a checksum of bytes that hold checksums is weak.
function maskedCrc(bytes: Uint8Array): Buffer {
  const crc = crc32c(bytes);
  const masked = (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
  const out = Buffer.alloc(4);
  out.writeUInt32LE(masked);
  return out;
}

export function framed(payload: Uint8Array): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(payload.length));
  return Buffer.concat([length, maskedCrc(length), payload, maskedCrc(payload)]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Buffer.from([...bytes, Number(rest)]);
}

enum Wire {
  Varint = 0,
  Fixed64 = 1,
  Bytes = 2,
  Fixed32 = 5,
}

function key(field: number, wire: Wire): Buffer {
  return varint(BigInt((field << 3) | wire));
}

function lengthDelimited(field: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([key(field, Wire.Bytes), varint(BigInt(bytes.length)), bytes]);
}

function fixed64(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([key(field, Wire.Fixed64), bytes]);
}

function fixed32(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([key(field, Wire.Fixed32), bytes]);
}

export type Scalars = Readonly<Record<string, number>>;

// One event as tensorboardX writes it: wall time, step, and a simple value for each tag.
export function scalarEvent(wallTime: number, step: number | bigint, values: Scalars): Buffer {
  const parts = Object.entries(values).map(([tag, value]) =>
    lengthDelimited(1, Buffer.concat([lengthDelimited(1, Buffer.from(tag)), fixed32(2, value)])),
  );
  return Buffer.concat([
    fixed64(1, wallTime),
    key(2, Wire.Varint),
    varint(BigInt(step)),
    lengthDelimited(5, Buffer.concat(parts)),
  ]);
}

// A run that is being written. Every add() is on disk when it returns.
export class RunWriter {
  readonly #file: number;
  #wallTime: number;

  // `startTime` in seconds; points without a time of their own follow a second apart.
  constructor(folder: string, startTime = 1_700_000_000, name = `events.out.tfevents.${startTime}.test`) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, name), 'a');
    this.#wallTime = startTime;
    const version = lengthDelimited(3, Buffer.from('brain.Event:2'));
    writeSync(this.#file, framed(Buffer.concat([fixed64(1, startTime), version])));
  }

  add(step: number | bigint, values: Scalars, wallTime = this.#wallTime + 1): this {
    this.#wallTime = wallTime;
    writeSync(this.#file, framed(scalarEvent(wallTime, step, values)));
    return this;
  }

  // Steps 0, 1, ... in one write.
  addMany(count: number, values: (step: number) => Scalars): this {
    const records = Array.from({ length: count }, (_, step) => {
      this.#wallTime += 1;
      return framed(scalarEvent(this.#wallTime, step, values(step)));
    });
    writeSync(this.#file, Buffer.concat(records));
    return this;
  }

  close(): void {
    closeSync(this.#file);
  }
}
