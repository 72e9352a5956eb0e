// Writes event files of sound and of the texts that go with it, as torch writes them.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { framed } from './event_file';

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  return Buffer.from([...bytes, rest]);
}

function bytesField(field: number, bytes: Uint8Array): Buffer {
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

function textField(field: number, text: string): Buffer {
  return bytesField(field, Buffer.from(text));
}

function varintField(field: number, value: number): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function doubleField(field: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(field * 8 + 1), bytes]);
}

// A sine as a WAV file of 16 bits.
export function toneWav(hertz: number, seconds: number, rate = 8000): Buffer {
  const frames = Math.round(seconds * rate);
  const data = Buffer.alloc(2 * frames);
  for (let i = 0; i < frames; i += 1) {
    data.writeInt16LE(Math.round(20_000 * Math.sin((2 * Math.PI * hertz * i) / rate)), 2 * i);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(2 * rate, 28);
  head.writeUInt16LE(2, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}

function metadata(plugin: string): Buffer {
  return bytesField(9, bytesField(1, textField(1, plugin)));
}

// A run that is being written. What is added is on disk when the call returns.
export class AudioWriter {
  readonly #file: number;
  #wallTime = 1_700_000_000;

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, 'events.out.tfevents.1700000000.test'), 'a');
  }

  clip(step: number, tag: string, encoded: Uint8Array): this {
    return this.#add(step, [textField(1, tag), bytesField(6, bytesField(4, encoded))]);
  }

  // Several clips of one step, as TensorFlow 2 logs them.
  clips(step: number, tag: string, encoded: readonly Uint8Array[]): this {
    const shape = bytesField(2, bytesField(2, varintField(1, encoded.length)));
    const strings = encoded.map((one) => bytesField(8, one));
    const tensor = Buffer.concat([varintField(1, 7), shape, ...strings]);
    return this.#add(step, [textField(1, tag), bytesField(8, tensor), metadata('audio')]);
  }

  text(step: number, tag: string, text: string): this {
    const tensor = Buffer.concat([varintField(1, 7), bytesField(2, Buffer.alloc(0)), textField(8, text)]);
    return this.#add(step, [textField(1, tag), bytesField(8, tensor), metadata('text')]);
  }

  close(): void {
    closeSync(this.#file);
  }

  #add(step: number, value: readonly Buffer[]): this {
    this.#wallTime += 1;
    const summary = bytesField(5, bytesField(1, Buffer.concat(value)));
    writeSync(this.#file, framed(Buffer.concat([doubleField(1, this.#wallTime), varintField(2, step), summary])));
    return this;
  }
}
