import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { crc32, mostZipBytes, mostZipFiles, safeZipName, ZipLimitError, ZipWriter } from './zip_writer';

const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const time = new Date(2024, 4, 6, 7, 8, 10);

it('knows the checksum', () => {
  expect(crc32(bytes('123456789'))).toBe(0xcbf43926);
  expect(crc32(new Uint8Array())).toBe(0);
});

// Read back by a reader that is not ours.
it('writes what others can read', async () => {
  const zip = new ZipWriter();
  zip.add('run 1/损失/00000001.png', bytes('first'), time);
  zip.add('empty.bin', new Uint8Array(), new Date(Number.NaN));
  zip.add('run 1/损失/00000001.png', bytes('second'), time);
  const blob = zip.finish();
  expect(blob.size).toBe(zip.bytes);
  const folder = mkdtempSync(join(tmpdir(), 'sg-zip-'));
  try {
    const path = join(folder, 'a.zip');
    writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
    const script =
      'import json,sys,zipfile\nz=zipfile.ZipFile(sys.argv[1])\nassert z.testzip() is None\n' +
      'print(json.dumps([[i.filename,list(i.date_time),z.read(i).decode()] for i in z.infolist()]))';
    const read: unknown = JSON.parse(execFileSync('python3', ['-c', script, path], { encoding: 'utf8' }));
    expect(read).toEqual([
      ['run 1/损失/00000001.png', [2024, 5, 6, 7, 8, 10], 'first'],
      ['empty.bin', [1980, 1, 1, 0, 0, 0], ''],
      ['run 1/损失/00000001 (2).png', [2024, 5, 6, 7, 8, 10], 'second'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('keeps names below the folder they are unpacked in', () => {
  expect(safeZipName('../../etc/passwd')).toBe('__/__/etc/passwd');
  expect(safeZipName('/a//b\\c:d\u0000')).toBe('a/b/c_d_');
  expect(safeZipName('')).toBe('_');
});

it('refuses what the format cannot hold, and keeps what it has', () => {
  const zip = new ZipWriter();
  for (let i = 0; i < mostZipFiles; i += 1) zip.add(String(i), new Uint8Array(), time);
  expect(() => zip.add('more', new Uint8Array(), time)).toThrow(ZipLimitError);
  expect(zip.fileCount).toBe(mostZipFiles);
  const large = new ZipWriter();
  // Only its length is looked at before it is refused.
  const huge = Object.defineProperty(new Uint8Array(), 'length', { value: mostZipBytes });
  expect(() => large.add('huge', huge, time)).toThrow(ZipLimitError);
  expect(large.fileCount).toBe(0);
});
