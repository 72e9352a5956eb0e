import { expect, it } from 'vitest';
import { isCutOff } from './image_check';

const base64 = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, 'base64'));
const whole = {
  png: base64('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  gif: base64('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs='),
  webp: base64('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
  jpeg: Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 0xff, 0xd9]),
  bmp: Uint8Array.from([0x42, 0x4d, 10, 0, 0, 0, 1, 2, 3, 4]),
};

it('takes whole images for whole', () => {
  for (const bytes of Object.values(whole)) expect(isCutOff(bytes)).toBe(false);
  expect(isCutOff(Uint8Array.from([...whole.jpeg, 0, 1, 2]))).toBe(false);
  expect(isCutOff(Uint8Array.from([...whole.gif, 0]))).toBe(false);
});

it('sees that the end is missing, wherever it was cut', () => {
  for (const bytes of [whole.png, whole.gif, whole.webp]) {
    for (let length = 8; length < bytes.length; length += 1) expect(isCutOff(bytes.slice(0, length))).toBe(true);
  }
  expect(isCutOff(whole.jpeg.slice(0, 7))).toBe(true);
  expect(isCutOff(whole.bmp.slice(0, 8))).toBe(true);
});

it('says nothing of what it does not know', () => {
  expect(isCutOff(new Uint8Array())).toBe(false);
  expect(isCutOff(new TextEncoder().encode('<svg'))).toBe(false);
});
