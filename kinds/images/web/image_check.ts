// Whether the bytes of an image end before the image does. Browsers draw what came of such a file and say nothing.

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

// False for formats that do not tell their end.
export function isCutOff(bytes: Uint8Array): boolean {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (begins(bytes, pngSignature)) return !hasPngEnd(data);
  if (begins(bytes, [0xff, 0xd8, 0xff])) return !hasJpegEnd(bytes);
  if (begins(bytes, ascii('GIF8'))) return lastSign(bytes) !== 0x3b;
  if (begins(bytes, ascii('RIFF')) && bytes.length >= 8) return data.getUint32(4, true) + 8 > bytes.length;
  if (begins(bytes, ascii('BM')) && bytes.length >= 6) return data.getUint32(2, true) > bytes.length;
  return false;
}

function begins(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, i) => bytes[i] === byte);
}

function ascii(text: string): readonly number[] {
  return Array.from(text, (sign) => sign.charCodeAt(0));
}

// Chunks of length, name, content and checksum, up to the one named IEND.
function hasPngEnd(data: DataView): boolean {
  let at: number = pngSignature.length;
  while (at + 12 <= data.byteLength) {
    const isEnd = data.getUint32(at + 4) === 0x49454e44;
    at += 12 + data.getUint32(at);
    if (isEnd) return at <= data.byteLength;
  }
  return false;
}

// Writers may leave anything behind the end: the last mark counts.
function hasJpegEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.lastIndexOf(0xd9); at > 0; at = bytes.lastIndexOf(0xd9, at - 1)) {
    if (bytes[at - 1] === 0xff) return true;
  }
  return false;
}

function lastSign(bytes: Uint8Array): number | undefined {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return bytes[end - 1];
}
