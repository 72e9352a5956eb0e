import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { downloadAddress } from './histogram_download';

const series = { key: 'r/t', run: 'train', runId: 'r1', tag: 'w', tagId: 't1', points: 3 };

it('names the file of one series', () => {
  const server = new Server('/tb/');
  expect(downloadAddress(server, series, { kind: 'histograms', format: 'csv' })).toBe(
    '/tb/api/histograms/download?run_id=r1&tag_id=t1&format=csv',
  );
  const part = { kind: 'distributions', format: 'json', beginStep: 5, endStep: 9, levels: [0.1, 0.9] } as const;
  expect(downloadAddress(server, series, part)).toBe(
    '/tb/api/distributions/download?run_id=r1&tag_id=t1&format=json&begin_step=5&end_step=9&levels=0.1%2C0.9',
  );
});
