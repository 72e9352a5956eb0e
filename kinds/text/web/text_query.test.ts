import { expect, test } from 'vitest';
import { Server } from '$api/server';
import { TextQuery } from './text_query.svelte';

const find = { query: 'loss', isRegex: false, isCase: false };

function hit(step: number | string): string {
  return `{"hit":{"run":"r","run_id":"1","tag":"t","tag_id":"2","step":${step},"wall_time":1,"v":3,"cell":[0,0],"at":4,"length":4,"snippet":"the loss","snippet_at":4}}\n`;
}

// A server whose answer comes in the pieces that it is told.
function slowServer(): {
  readonly server: Server;
  readonly bodies: unknown[];
  say(text: string): void;
  end(): void;
} {
  let control: ReadableStreamDefaultController<Uint8Array> | undefined;
  const bodies: unknown[] = [];
  const answer = (_: RequestInfo | URL, options?: RequestInit): Promise<Response> => {
    bodies.push(JSON.parse(String(options?.body)));
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        control = controller;
        options?.signal?.addEventListener('abort', () => controller.error(new DOMException('', 'AbortError')));
      },
    });
    return Promise.resolve(new Response(stream));
  };
  return {
    server: new Server('http://localhost/', answer),
    bodies,
    say: (text) => control?.enqueue(new TextEncoder().encode(text)),
    end: () => control?.close(),
  };
}

async function settle(): Promise<void> {
  await new Promise((done) => setTimeout(done, 5));
}

test('hits come in pieces of lines, and the end says what was read', async () => {
  const { server, bodies, say, end } = slowServer();
  const query = new TextQuery(server);
  const done = query.start(find, ['1']);
  await settle();
  expect(query.isRunning).toBe(true);
  say(hit(1).slice(0, 30));
  say(`${hit(1).slice(30)}{"progress":{"bytes":5,"of":20}}\n`);
  await settle();
  expect(query.progress).toBe(0.25);
  say(hit('9007199254740993'));
  say('{"done":{"hits":2,"values":9,"bytes":20,"unreadable":1,"truncated":true}}\n');
  end();
  await done;
  expect(query.isRunning).toBe(false);
  expect(query.hits.map((one) => one.step)).toEqual([1, 9007199254740993n]);
  expect(query.hits[0]).toMatchObject({ runName: 'r', tagId: '2', snippet: 'the loss', at: 4, length: 4 });
  expect(query.end).toEqual({ values: 9, bytes: 20, unreadable: 1, isCut: true });
  expect(bodies).toEqual([{ query: 'loss', regex: false, case: false, limit: 2000, runs: [{ id: '1' }] }]);
});

test('a search that is stopped is over, without an error', async () => {
  const { server } = slowServer();
  const query = new TextQuery(server);
  const done = query.start(find, undefined);
  await settle();
  query.cancel();
  await done;
  expect(query.isRunning).toBe(false);
  expect(query.error).toBeUndefined();
  expect(query.end).toBeUndefined();
});

test('a refusal is told', async () => {
  const refuse = (): Promise<Response> =>
    Promise.resolve(new Response('{"error":{"code":"INVALID_ARGUMENT","message":"missing )"}}', { status: 400 }));
  const query = new TextQuery(new Server('http://localhost/', refuse));
  await query.start(find, undefined);
  expect(query.error).toBe('missing )');
});
