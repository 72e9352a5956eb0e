import { expect, it } from 'vitest';
import { Server } from '$api/server';
import { encodeAnswer } from '$histograms/fake_histogram_server';
import { fakeFinding } from './fake_finding';
import { SparkSource } from './spark_source.svelte';

const { runId, tagId } = fakeFinding();
const series = {
  run_id: runId,
  tag_id: tagId,
  step: new BigInt64Array([1n, 2n]),
  value: new Float32Array([0.5, 0.25]),
};

it('asks once for all curves, and only for those of scalars', async () => {
  const bodies: unknown[] = [];
  const server = new Server('/', async (_, init) => {
    bodies.push(JSON.parse(String(init?.body)));
    return new Response(encodeAnswer({ series: [series] }));
  });
  const sparks = new SparkSource(server);
  const others = [fakeFinding({ rule: 'non-finite' }), fakeFinding({ kind: 'histograms' })];
  await sparks.show([fakeFinding(), ...others]);
  expect(bodies).toEqual([
    {
      selection: { series: [{ run: { id: runId }, tag: { id: tagId } }] },
      width: 96,
      columns: ['step', 'value'],
    },
  ]);
  const curve = sparks.curve(fakeFinding());
  expect([Array.from(curve?.steps ?? []), Array.from(curve?.values ?? [])]).toEqual([
    [1, 2],
    [0.5, 0.25],
  ]);
  expect(others.map((finding) => sparks.curve(finding) !== undefined)).toEqual([true, false]);
});

it('leaves findings without a curve where none comes', async () => {
  const sparks = new SparkSource(new Server('/', async () => new Response('{}', { status: 503 })));
  await sparks.show([fakeFinding()]);
  expect(sparks.curve(fakeFinding())).toBeUndefined();
});
