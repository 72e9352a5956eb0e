// Writes event files of sound and of the texts that go with it, as torch writes them.
import { EventFile, stringsValue } from './event_file';
import { bytesField, textField } from './wire_fields';

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

export class AudioWriter extends EventFile {
  // As TensorFlow 1 and torch log it.
  clip(step: number, tag: string, encoded: Uint8Array): this {
    return this.addValues(step, [Buffer.concat([textField(1, tag), bytesField(6, bytesField(4, encoded))])]);
  }

  // Several clips of one step, as TensorFlow 2 logs them.
  clips(step: number, tag: string, encoded: readonly Uint8Array[]): this {
    return this.addValues(step, [stringsValue(tag, 'audio', [encoded.length], encoded)]);
  }

  text(step: number, tag: string, text: string): this {
    return this.addValues(step, [stringsValue(tag, 'text', [], [Buffer.from(text)])]);
  }
}
