// Writes event files of scalars, so that a test can add a point while the page looks on. Plain appends: what a job does.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { bytesField, doubleField, floatField, textField, wholeField } from './wire_fields';

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

export type Scalars = Readonly<Record<string, number>>;

// One event; `values` are messages of the fields of Summary.Value.
function eventOf(wallTime: number, step: number | bigint, values: readonly Buffer[]): Buffer {
  const summary = bytesField(5, ...values.map((value) => bytesField(1, value)));
  return Buffer.concat([doubleField(1, wallTime), wholeField(2, step), summary]);
}

// As tensorboardX writes it: wall time, step, and a simple value for each tag.
export function scalarEvent(wallTime: number, step: number | bigint, values: Scalars): Buffer {
  const parts = Object.entries(values).map(([tag, value]) => Buffer.concat([textField(1, tag), floatField(2, value)]));
  return eventOf(wallTime, step, parts);
}

// A value as TensorFlow 2 writes it: a tensor, and the plugin whose data it is.
export function tensorValue(
  tag: string,
  plugin: string,
  dtype: number,
  shape: readonly number[],
  content: Buffer,
): Buffer {
  const dimensions = shape.map((size) => bytesField(2, wholeField(1, size)));
  const tensor = bytesField(8, wholeField(1, dtype), bytesField(2, ...dimensions), content);
  return Buffer.concat([textField(1, tag), tensor, bytesField(9, bytesField(1, textField(1, plugin)))]);
}

const stringType = 7;

export function stringsValue(
  tag: string,
  plugin: string,
  shape: readonly number[],
  strings: readonly Uint8Array[],
): Buffer {
  return tensorValue(tag, plugin, stringType, shape, Buffer.concat(strings.map((one) => bytesField(8, one))));
}

// An event file that is being written. What is added is on disk when the call returns.
export class EventFile {
  readonly #file: number;
  #wallTime: number;

  // `startTime` in seconds; events without a time of their own follow a second apart.
  constructor(folder: string, startTime = 1_700_000_000, name = `events.out.tfevents.${startTime}.test`) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, name), 'a');
    this.#wallTime = startTime;
    writeSync(this.#file, framed(Buffer.concat([doubleField(1, startTime), textField(3, 'brain.Event:2')])));
  }

  addValues(step: number | bigint, values: readonly Buffer[], wallTime = this.nextTime()): this {
    this.#wallTime = wallTime;
    return this.addRecords([eventOf(wallTime, step, values)]);
  }

  // Several payloads in one write.
  protected addRecords(payloads: readonly Buffer[]): this {
    writeSync(this.#file, Buffer.concat(payloads.map(framed)));
    return this;
  }

  protected nextTime(): number {
    this.#wallTime += 1;
    return this.#wallTime;
  }

  close(): void {
    closeSync(this.#file);
  }
}

// A run of scalars.
export class RunWriter extends EventFile {
  add(step: number | bigint, values: Scalars, wallTime = this.nextTime()): this {
    return this.addRecords([scalarEvent(wallTime, step, values)]);
  }

  // Steps 0, 1, ... in one write.
  addMany(count: number, values: (step: number) => Scalars): this {
    return this.addRecords(
      Array.from({ length: count }, (_, step) => scalarEvent(this.nextTime(), step, values(step))),
    );
  }
}
