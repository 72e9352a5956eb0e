// Event files of images, as TensorFlow 2 writes them, and small images to put into them.
import { deflateSync } from 'node:zlib';
import { crc32 } from '../../../web/src/media/zip_writer';
import { EventFile, stringsValue } from './event_file';

export type Color = readonly [red: number, green: number, blue: number];

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

// One colour all over.
export function plainPng(color: Color, width = 16, height = 16): Buffer {
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    pngChunk('IDAT', plainPixels(color, width, height)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

// An animation of plain frames, over and over, each for a tenth of a second.
export function animatedPng(colors: readonly Color[], width = 16, height = 16): Buffer {
  let sequence = 0;
  const number = (value: number): Buffer => {
    const content = Buffer.alloc(4);
    content.writeUInt32BE(value);
    return content;
  };
  const frames = colors.flatMap((color, i) => {
    // Place, a tenth of a second, drawn over what was there.
    const control = [
      number(sequence++),
      number(width),
      number(height),
      Buffer.from([...Array<number>(8).fill(0), 0, 1, 0, 10, 0, 0]),
    ];
    const pixels = plainPixels(color, width, height);
    return [
      pngChunk('fcTL', Buffer.concat(control)),
      i === 0 ? pngChunk('IDAT', pixels) : pngChunk('fdAT', Buffer.concat([number(sequence++), pixels])),
    ];
  });
  return Buffer.concat([
    pngSignature,
    pngHeader(width, height),
    pngChunk('acTL', Buffer.concat([number(colors.length), number(0)])),
    ...frames,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of three colours.
  header.set([8, 2], 8);
  return pngChunk('IHDR', header);
}

function plainPixels([red, green, blue]: Color, width: number, height: number): Buffer {
  const row = Buffer.from([0, ...Array.from({ length: width }, () => [red, green, blue]).flat()]);
  return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
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

export class ImageWriter extends EventFile {
  add(step: number, images: Images): this {
    const values = Object.entries(images).map(([tag, batch]) => {
      // Width, height, and each image as a file.
      const strings = [Buffer.from('16'), Buffer.from('16'), ...batch];
      return stringsValue(tag, 'images', [strings.length], strings);
    });
    return this.addValues(step, values);
  }
}
