// A zip file of files that are compressed already: each is stored as it is. Put together part by part into a Blob, which a browser keeps on
// its disk when it is large. The old form of the format: 65,535 files and 4 GiB at most.

export const mostZipFiles = 0xffff;
export const mostZipBytes = 0xffff_ffff;

export class ZipLimitError extends Error {}

interface Entry {
  readonly name: Uint8Array<ArrayBuffer>;
  readonly crc: number;
  readonly size: number;
  readonly at: number;
  readonly time: number;
  readonly date: number;
}

const localHeaderBytes = 30;
const centralHeaderBytes = 46;
const endBytes = 22;
// Names are UTF-8.
const utf8Flag = 0x0800;
const version = 20;

export class ZipWriter {
  #parts: BlobPart[] = [];
  #entries: Entry[] = [];
  #names = new Set<string>();
  #bytes = 0;
  #directoryBytes = 0;

  get fileCount(): number {
    return this.#entries.length;
  }
  // Of the finished file.
  get bytes(): number {
    return this.#bytes + this.#directoryBytes + endBytes;
  }

  // A name that is there already gets a number. Throws ZipLimitError if the file would become too large; it can still be finished.
  add(wanted: string, content: Uint8Array<ArrayBuffer>, modified: Date): void {
    const plain = this.#unusedName(safeZipName(wanted));
    const name = new TextEncoder().encode(plain);
    const grows = localHeaderBytes + centralHeaderBytes + 2 * name.length + content.length;
    if (this.#entries.length >= mostZipFiles) throw new ZipLimitError(`a zip file of more than ${mostZipFiles} files`);
    if (this.bytes + grows > mostZipBytes) throw new ZipLimitError(`a zip file of more than ${mostZipBytes} bytes`);
    const entry = { name, crc: crc32(content), size: content.length, at: this.#bytes, ...dosTime(modified) };
    this.#names.add(plain);
    this.#parts.push(localHeader(entry), name, content);
    this.#entries.push(entry);
    this.#bytes += localHeaderBytes + name.length + content.length;
    this.#directoryBytes += centralHeaderBytes + name.length;
  }

  finish(): Blob {
    const directory = this.#entries.flatMap((entry) => [centralHeader(entry), entry.name]);
    const end = new DataView(new ArrayBuffer(endBytes));
    end.setUint32(0, 0x06054b50, true);
    end.setUint16(8, this.#entries.length, true);
    end.setUint16(10, this.#entries.length, true);
    end.setUint32(12, this.#directoryBytes, true);
    end.setUint32(16, this.#bytes, true);
    return new Blob([...this.#parts, ...directory, end], { type: 'application/zip' });
  }

  #unusedName(name: string): string {
    if (!this.#names.has(name)) return name;
    const dot = name.lastIndexOf('.') > name.lastIndexOf('/') ? name.lastIndexOf('.') : name.length;
    for (let n = 2; ; n += 1) {
      const other = `${name.slice(0, dot)} (${n})${name.slice(dot)}`;
      if (!this.#names.has(other)) return other;
    }
  }
}

// Runs and tags are named as anybody likes; what is unpacked must stay below the folder it is unpacked in, on any system.
export function safeZipName(name: string): string {
  const parts = name
    .split(/[/\\]/)
    .map((part) =>
      part.replace(/[\u0000-\u001f\u007f<>:"|?*]/g, '_').replace(/[. ]+$/, (end) => '_'.repeat(end.length)),
    );
  return parts.filter((part) => part !== '').join('/') || '_';
}

function localHeader(entry: Entry): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(localHeaderBytes));
  view.setUint32(0, 0x04034b50, true);
  view.setUint16(4, version, true);
  commonHeader(view, 6, entry);
  return view;
}

function centralHeader(entry: Entry): DataView<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(centralHeaderBytes));
  view.setUint32(0, 0x02014b50, true);
  view.setUint16(4, version, true);
  view.setUint16(6, version, true);
  commonHeader(view, 8, entry);
  view.setUint32(42, entry.at, true);
  return view;
}

// Both headers hold this part alike: flags, method (0: stored), time, checksum, sizes, length of the name.
function commonHeader(view: DataView, at: number, { name, crc, size, time, date }: Entry): void {
  view.setUint16(at, utf8Flag, true);
  view.setUint16(at + 4, time, true);
  view.setUint16(at + 6, date, true);
  view.setUint32(at + 8, crc, true);
  view.setUint32(at + 12, size, true);
  view.setUint32(at + 16, size, true);
  view.setUint16(at + 20, name.length, true);
}

// Local time in steps of two seconds, from 1980 on.
function dosTime(at: Date): { readonly time: number; readonly date: number } {
  if (!(at.getFullYear() >= 1980 && at.getFullYear() < 2108)) return { time: 0, date: (1 << 5) | 1 };
  return {
    time: (at.getHours() << 11) | (at.getMinutes() << 5) | (at.getSeconds() >> 1),
    date: ((at.getFullYear() - 1980) << 9) | ((at.getMonth() + 1) << 5) | at.getDate(),
  };
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffff_ffff;
  for (let i = 0; i < bytes.length; i += 1) crc = (crc >>> 8) ^ (crcTable[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0);
  return (crc ^ 0xffff_ffff) >>> 0;
}
