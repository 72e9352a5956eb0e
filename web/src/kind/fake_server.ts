// For tests: a server whose routes are functions of the request's body.
import { Server } from '$api/server';

export type FakeRoute = (body: unknown, address: URL) => unknown;

export interface FakeServer {
  readonly server: Server;
  // "METHOD path" of each request, in their order.
  readonly asked: string[];
}

// A route that throws answers 400 with the error's message; one that is not there 404.
export function fakeServer(routes: Readonly<Record<string, FakeRoute>>): FakeServer {
  const asked: string[] = [];
  const answer: typeof fetch = async (input, init) => {
    const address = new URL(String(input), 'http://fake');
    const method = init?.method ?? 'GET';
    const name = `${method} ${address.pathname.slice(1)}`;
    asked.push(name);
    const route = routes[name];
    if (route === undefined) return new Response('{}', { status: 404 });
    try {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      return new Response(JSON.stringify(await route(body, address)));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return new Response(JSON.stringify({ error: { code: 'INVALID_ARGUMENT', message } }), { status: 400 });
    }
  };
  return { server: new Server('/', answer), asked };
}
