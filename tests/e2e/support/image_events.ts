// Event files of images, as TensorFlow 2 writes them, and small images to put into them.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../web/src/media/zip_writer';
import { framed } from './event_file';

export type Color = readonly [red: number, green: number, blue: number];

// One colour all over.
export function plainPng([red, green, blue]: Color, width = 16, height = 16): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of three colours.
  header.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

// Images of each tag: several are a batch.
export type Images = Readonly<Record<string, readonly Uint8Array[]>>;

export class ImageWriter {
  readonly #file: number;
  #wallTime: number;

  constructor(folder: string, startTime = 1_700_000_000) {
    mkdirSync(folder, { recursive: true });
    this.#file = openSync(join(folder, `events.out.tfevents.${startTime}.images`), 'a');
    this.#wallTime = startTime;
    writeSync(this.#file, framed(Buffer.concat([double(1, startTime), bytes(3, Buffer.from('brain.Event:2'))])));
  }

  add(step: number, images: Images): this {
    this.#wallTime += 1;
    const values = Object.entries(images).map(([tag, batch]) => bytes(1, imageValue(tag, batch)));
    const event = Buffer.concat([double(1, this.#wallTime), whole(2, step), bytes(5, Buffer.concat(values))]);
    writeSync(this.#file, framed(event));
    return this;
  }

  close(): void {
    closeSync(this.#file);
  }
}

// A tensor of texts: width, height, and each image as a file; the plugin's name says what that means.
function imageValue(tag: string, batch: readonly Uint8Array[]): Buffer {
  const texts = [Buffer.from('16'), Buffer.from('16'), ...batch];
  const shape = bytes(2, bytes(2, whole(1, texts.length)));
  const tensor = Buffer.concat([whole(1, 7), shape, ...texts.map((text) => bytes(8, text))]);
  const metadata = Buffer.concat([bytes(1, bytes(1, Buffer.from('images'))), whole(4, 3)]);
  return Buffer.concat([bytes(1, Buffer.from(tag)), bytes(8, tensor), bytes(9, metadata)]);
}

function varint(value: number): Buffer {
  const parts: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) parts.push((rest % 128) | 128);
  return Buffer.from([...parts, rest]);
}

function whole(field: number, value: number): Buffer {
  return Buffer.concat([varint(field << 3), varint(value)]);
}

function bytes(field: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
}

function double(field: number, value: number): Buffer {
  const content = Buffer.alloc(8);
  content.writeDoubleLE(value);
  return Buffer.concat([varint((field << 3) | 1), content]);
}
