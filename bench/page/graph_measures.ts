// What is measured of pages with graphs. Times are milliseconds.
import { countFramesForFiveSeconds } from './count_frames';
import type { GraphSubject } from './graph_subjects';
import type { Target } from './page_measures';
import { PageSession } from './page_session';

// A way down to single operations, as make_logs names it (bench/graph_servers.py has the same one), and a group beside it.
const wayDown = ['model', 'stage_0', 'block_0', 'layer_0', 'attention', 'query'];
const besideIt = 'model/stage_0/block_0/layer_1';
// Fewer pixels or nodes are no graph.
const leastInk = 3;

async function withGraph<T>(
  { root }: Target,
  subject: GraphSubject,
  work: (session: PageSession) => Promise<T>,
): Promise<T> {
  const session = await PageSession.start(subject.drawing, 'first', 'anything');
  try {
    await session.page.goto(subject.address(root), { waitUntil: 'commit' });
    await session.plot.waitForInk((ink) => ink >= leastInk);
    await session.rest();
    return await work(session);
  } finally {
    await session.end();
  }
}

// From the navigation to the first frame that has the graph, and to the one in which it is what it stays: a page may move it then.
async function firstPaint(session: PageSession): Promise<object> {
  const [first, last] = [await session.plot.first(leastInk), await session.plot.last()];
  const { pageBytes, dataBytes } = await session.transfers(first.at);
  const origin = await session.timeOrigin();
  return { first_paint_ms: first.at - origin, stands_ms: last.at - origin, bytes: pageBytes + dataBytes };
}

async function memoryOf(session: PageSession): Promise<object> {
  const { heapBytes, processBytes } = await session.memory();
  return { heap_bytes: heapBytes, process_bytes: processBytes };
}

// From the press that opens a group until something of it shows (there is more ink, or less; else all of it), and until the picture is
// what it stays.
async function openGroup(session: PageSession, subject: GraphSubject, name: string): Promise<[number, number]> {
  const { page, plot } = session;
  await subject.reach(page, name);
  await session.rest();
  const before = await plot.changes();
  await page.evaluate((event) => {
    const note = ({ timeStamp }: Event): unknown =>
      Reflect.set(window, 'pressedAt', performance.timeOrigin + timeStamp);
    window.addEventListener(event, note, { capture: true, once: true });
  }, subject.pressEvent);
  await subject.press(page, name);
  await session.rest();
  const began = await page.evaluate(() => Number(Reflect.get(window, 'pressedAt')));
  const changes = (await plot.changes()).slice(before.length).filter(({ at }) => at >= began);
  const last = changes.at(-1);
  if (last === undefined) throw new Error(`${name} does not open`);
  const first = changes.find(({ ink }) => ink !== before.at(-1)?.ink) ?? last;
  return [first.at - began, last.at - began];
}

export function measureGraphPainting(target: Target, subject: GraphSubject): Promise<object> {
  return withGraph(target, subject, async (session) => ({
    ...(await firstPaint(session)),
    ...(await memoryOf(session)),
  }));
}

// Groups opened one in the other: without animation where the page heeds the wish for none, and one more as everybody sees it.
export function measureGraphOpening(target: Target, subject: GraphSubject): Promise<object> {
  return withGraph(target, subject, async (session) => {
    await session.page.emulateMedia({ reducedMotion: 'reduce' });
    const shows: number[] = [];
    const stands: number[] = [];
    for (let depth = 1; depth <= wayDown.length; depth += 1) {
      const [show, stand] = await openGroup(session, subject, wayDown.slice(0, depth).join('/'));
      shows.push(show);
      stands.push(stand);
    }
    await session.page.emulateMedia({ reducedMotion: 'no-preference' });
    const [, animated] = await openGroup(session, subject, besideIt);
    return { shows_ms: shows, times_ms: stands, animated_ms: animated };
  });
}

// Everything in sight, dragged around with the mouse for five seconds.
export function measureGraphPanning(target: Target, subject: GraphSubject): Promise<object> {
  return withGraph(target, subject, async (session) => {
    const { page, plot } = session;
    const painted = await firstPaint(session);
    // In the drawing, whatever stands beside it.
    const [middleX, middleY] = [720, 500];
    const before = await page.screenshot();
    await plot.doze();
    await page.mouse.move(middleX, middleY);
    await page.mouse.down();
    let isOver = false;
    const counted = page.evaluate(countFramesForFiveSeconds).finally(() => (isOver = true));
    // The browser takes the next move when the page has dealt with the one before: a slow page is not flooded.
    const began = Date.now();
    let moves = 0;
    for (; !isOver; moves += 1) {
      const angle = ((Date.now() - began) / 1e3) * 2 * Math.PI;
      await page.mouse.move(middleX + 120 * Math.sin(angle), middleY + 80 * (1 - Math.cos(angle)));
    }
    await page.mouse.move(middleX + 60, middleY + 60);
    const frames = await counted;
    if ((await page.screenshot()).equals(before)) throw new Error('the mouse does not drag the graph');
    await page.mouse.up();
    return { ...painted, ...frames, moves, ...(await memoryOf(session)) };
  });
}
