import { describe, expect, it } from 'vitest';
import { fetchRuns, fetchStatus, fetchTags } from './core';
import { Server } from './server';

interface Asked {
  readonly address: string;
  readonly body: unknown;
}

// Answers one after the other, and what it was asked.
function script(answers: readonly unknown[]): { server: Server; asked: Asked[] } {
  const asked: Asked[] = [];
  const server = new Server('/', async (input, init) => {
    asked.push({ address: String(input), body: typeof init?.body === 'string' ? JSON.parse(init.body) : undefined });
    return new Response(JSON.stringify(answers[asked.length - 1]));
  });
  return { server, asked };
}

const run = (id: string, more: object = {}): object => ({
  id,
  name: `run ${id}`,
  points: 1,
  kinds: { scalars: 1 },
  last_step: 3,
  ...more,
});

describe('fetchRuns', () => {
  it('reads page after page', async () => {
    const { server, asked } = script([
      { runs: [run('a')], next: 'a' },
      { runs: [run('b', { last_step: null, start_time: null })], next: null },
    ]);
    const runs = await fetchRuns(server);
    expect(runs.map((one) => one.id)).toEqual(['a', 'b']);
    expect(runs[0]?.kinds.get('scalars')).toBe(1);
    expect(runs[1]?.lastStep).toBeUndefined();
    expect(asked[1]?.address).toContain('after=a');
  });

  it('refuses an answer of another form', async () => {
    await expect(fetchRuns(script([{ runs: 5 }]).server)).rejects.toThrow('runs: not a list');
    await expect(fetchRuns(script([{ runs: [{ id: 1 }] }]).server)).rejects.toThrow('run id');
  });
});

describe('fetchTags', () => {
  const answer = { tags: [], next: null };
  it('names runs only if they are chosen', async () => {
    const all = script([answer]);
    await fetchTags(all.server, 'scalars', {});
    expect(all.asked[0]?.body).toEqual({ kind: 'scalars', limit: 10_000 });
    const some = script([answer]);
    await fetchTags(some.server, 'scalars', { runs: ['ab'] });
    expect(some.asked[0]?.body).toMatchObject({ selection: { runs: [{ id: 'ab' }] } });
  });
});

it('reads the state of the server', async () => {
  const status = {
    epoch: 'e',
    revision: 0,
    loading: false,
    version: '1',
    runs: 2,
    series: 3,
    points: 4,
    kinds: { scalars: 3 },
    bytes_total: 10,
    bytes_done: 5,
    progress: 0.5,
    issues: { revision: 1, count: 7 },
    log_directories: [{ name: '', path: '/logs' }],
    missing_directories: [],
  };
  const read = await fetchStatus(script([status]).server);
  // Before the first revision nothing was looked at yet.
  expect(read.isLoading).toBe(true);
  expect([read.issues, read.logDirectories, read.windowTitle, read.lastDataTime]).toEqual([
    7,
    ['/logs'],
    '',
    undefined,
  ]);
});
