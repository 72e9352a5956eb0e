// Writes texts as TensorFlow and PyTorch log them: tensors of strings with the plugin's name.
import { framed } from './event_file';
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

function number(field: number, value: number | bigint): Buffer {
  return Buffer.concat([varint(BigInt(field << 3)), varint(BigInt(value))]);
}

function message(field: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([varint(BigInt((field << 3) | 2)), varint(BigInt(body.length)), body]);
}

function time(seconds: number): Buffer {
  const bytes = Buffer.alloc(9, 0x09);
  bytes.writeDoubleLE(seconds, 1);
  return bytes;
}

// `cells` row by row; shape [] is one text.
export interface LoggedText {
  readonly cells: readonly string[];
  readonly shape: readonly number[];
}

function textEvent(wallTime: number, step: number, tag: string, { cells, shape }: LoggedText): Buffer {
  const stringType = 7;
  const tensor = [
    number(1, stringType),
    message(2, ...shape.map((size) => message(2, number(1, size)))),
    ...cells.map((cell) => message(8, Buffer.from(cell))),
  ];
  const metadata = message(9, message(1, message(1, Buffer.from('text'))));
  const value = message(1, message(1, Buffer.from(tag)), message(8, ...tensor), metadata);
  return Buffer.concat([time(wallTime), number(2, step), message(5, value)]);
}

// A run of texts that is being written. Every add() is on disk when it returns.
export class TextRunWriter {
  readonly #file: number;
  #wallTime = 1_700_000_000;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, 'events.out.tfevents.1700000000.text'), 'a');
    writeSync(this.#file, framed(Buffer.concat([time(this.#wallTime), message(3, Buffer.from('brain.Event:2'))])));
  }

  add(step: number, tag: string, text: string | LoggedText): this {
    this.#wallTime += 1;
    const logged = typeof text === 'string' ? { cells: [text], shape: [] } : text;
    writeSync(this.#file, framed(textEvent(this.#wallTime, step, tag, logged)));
    return this;
  }

  close(): void {
    closeSync(this.#file);
  }
}
