import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { crc32c, RunWriter } from './event_file';
import { programPath, Scratch } from './server_process';

test('checksums are those of the standard', () => {
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
});

test('the program finds every point, and no damage', () => {
  const scratch = new Scratch();
  try {
    const writer = new RunWriter(scratch.folder('logs', 'train'));
    writer.addMany(3, (step) => ({ loss: step / 2, 'a/b': Number.NaN })).add(2n ** 60n, { loss: -1 });
    writer.close();
    execFileSync(programPath(), ['verify', scratch.folder('logs')]);
    const csv = execFileSync(programPath(), ['export', 'scalars', scratch.folder('logs')], { encoding: 'utf8' });
    expect(csv).toContain('train,loss,2,1700000003.0,1.0\n');
    expect(csv).toContain(`train,loss,${2n ** 60n},1700000004.0,-1.0\n`);
    expect(csv).toContain('train,a/b,0,1700000001.0,nan\n');
  } finally {
    scratch.delete();
  }
});
