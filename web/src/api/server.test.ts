import { describe, expect, it } from 'vitest';
import { isAborted, Server, ServerError } from './server';

function answering(body: string, status: number): Server {
  return new Server('http://host/prefix/', async () => new Response(body, { status }));
}

async function failureOf(server: Server): Promise<unknown> {
  return server.get('api/x').catch((error: unknown) => error);
}

describe('Server', () => {
  it('builds addresses below its root', () => {
    const server = new Server('http://host/prefix/');
    expect(server.address('api/runs')).toBe('http://host/prefix/api/runs');
    expect(server.address('api/runs', { run: ['a b', 'c&d'], limit: 5, after: undefined, log: true, no: false })).toBe(
      'http://host/prefix/api/runs?run=a+b&run=c%26d&limit=5&log=1',
    );
  });

  it('keeps long steps exact', async () => {
    const answer = await answering('{"last_step":9007199254740993,"name":"\\"step\\":12345678901234567"}', 200).get(
      'api/x',
    );
    expect(answer).toEqual({ last_step: '9007199254740993', name: '"step":12345678901234567' });
  });

  it("tells the server's words of a failure", async () => {
    const error = await failureOf(
      answering('{"error":{"code":"INVALID_ARGUMENT","message":"range: begin 2 is above end 1"}}', 400),
    );
    expect(error).toBeInstanceOf(ServerError);
    expect(error).toMatchObject({
      message: 'range: begin 2 is above end 1',
      status: 400,
      code: 'INVALID_ARGUMENT',
      isUnreachable: false,
    });
  });

  it('tells failures without words', async () => {
    expect(await failureOf(answering('<html>bad gateway</html>', 502))).toMatchObject({
      status: 502,
      isUnreachable: true,
    });
    expect(await failureOf(answering('', 500))).toMatchObject({ status: 500, message: expect.stringContaining('500') });
    const silent = new Server('/', async () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await failureOf(silent)).toMatchObject({ status: 0, isUnreachable: true, message: 'Failed to fetch' });
  });

  it('asks ahead once, however often it is told to', async () => {
    let asked = 0;
    const server = new Server('/', async () => new Response(`{"n":${(asked += 1)}}`));
    void server.getAhead('api/runs', { limit: 5 });
    void server.getAhead('api/runs', { limit: 5 });
    void server.getAhead('api/runs', { limit: 6 });
    expect(await server.get('api/runs', { limit: 5 })).toEqual({ n: 1 });
    expect(await server.get('api/runs', { limit: 6 })).toEqual({ n: 2 });
    expect(await server.get('api/runs', { limit: 5 })).toEqual({ n: 3 });
  });

  it('gives an answer that was asked for ahead to the next equal request, once', async () => {
    let asked = 0;
    const server = new Server('/', async () => {
      asked += 1;
      return asked === 2 ? new Response('', { status: 500 }) : new Response(`{"n":${asked}}`);
    });
    server.postAhead('api/tags', { kind: 'scalars' });
    expect(await server.post('api/tags', { kind: 'scalars' })).toEqual({ n: 1 });
    server.postAhead('api/tags', { kind: 'scalars' });
    await expect(server.post('api/tags', { kind: 'scalars' })).rejects.toBeInstanceOf(ServerError);
    expect(await server.post('api/tags', { kind: 'scalars' })).toEqual({ n: 3 });
    expect(await server.post('api/tags', { kind: 'images' })).toEqual({ n: 4 });
  });

  it('lets an aborted request be what it is', async () => {
    const aborted = new Server('/', async () => Promise.reject(new DOMException('gone', 'AbortError')));
    expect(isAborted(await failureOf(aborted))).toBe(true);
  });
});
