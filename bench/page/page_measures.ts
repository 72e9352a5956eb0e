// What is measured of a page. Each function opens a browser, does one thing, and says what it saw; times are milliseconds.
import { join } from 'node:path';
import { RunWriter } from '../../tests/e2e/support/event_file';
import { PageSession } from './page_session';
import type { Subject } from './page_subjects';
import type { Watched } from './plot_watcher';
import { scrollForFiveSeconds } from './scroll_for_five_seconds';

export interface Target {
  // http://localhost:PORT
  readonly root: string;
  readonly runs: readonly string[];
  readonly logs: string;
}

// A plot with this much colour, or so many paths, has curves in it.
const leastInk = 3;

async function withPage<T>(
  subject: Subject,
  work: (session: PageSession) => Promise<T>,
  watched: Watched = 'first',
): Promise<T> {
  const session = await PageSession.start(subject.plot, watched);
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

// Opens the page with all runs on and waits until nothing changes any more.
async function open(session: PageSession, subject: Subject, { root, runs }: Target): Promise<void> {
  await session.page.goto(subject.address(root, runs), { waitUntil: 'commit' });
  if (subject.needsToggle(runs.length)) await session.page.locator(subject.toggleAll).click({ timeout: 120_000 });
  await session.plot.waitForInk((ink) => ink >= Math.min(leastInk, runs.length));
  await session.rest();
}

async function memoryOf(session: PageSession): Promise<object> {
  const { heapBytes, processBytes } = await session.memory();
  return { heap_bytes: heapBytes, process_bytes: processBytes };
}

// From the navigation to the frame in which the first plot is what it stays: all runs, all points, in place.
export function measureFirstChart(target: Target, subject: Subject): Promise<object> {
  return withPage(subject, async (session) => {
    await open(session, subject, target);
    const drawn = await session.plot.last();
    const { count, pageBytes, dataBytes } = await session.transfers(drawn.at);
    return {
      first_chart_ms: drawn.at - (await session.timeOrigin()),
      long_tasks_ms: await session.longTasks(drawn.at),
      page_bytes: pageBytes,
      data_bytes: dataBytes,
      requests: count,
      ink: drawn.ink,
      ...(await memoryOf(session)),
    };
  });
}

// Presses all that open groups, for a minute at most: with many runs a page may take longer for one than anybody waits. Says how
// many are left.
async function openGroups({ page }: PageSession, closedGroups: string): Promise<number> {
  const closed = page.locator(closedGroups);
  const deadline = Date.now() + 60_000;
  let left = await closed.count();
  for (; left > 0 && Date.now() < deadline; left -= 1) {
    // The first ones first: they go away, or change their name, when they are pressed.
    const isPressed = await closed
      .first()
      .click({ timeout: Math.max(1, deadline - Date.now()) })
      .then(
        () => true,
        () => false,
      );
    if (!isPressed) break;
    await page.waitForTimeout(50);
  }
  return left;
}

// All groups open, the list moved up and down for five seconds at an even speed.
export function measureScrolling(target: Target, subject: Subject): Promise<object> {
  return withPage(subject, async (session) => {
    await open(session, subject, target);
    const left = await openGroups(session, subject.closedGroups);
    await session.rest();
    // Pictures need not be known here, and reading one in every frame takes a part of each.
    await session.plot.doze();
    const seen = await session.page.locator(subject.plot).first().evaluate(scrollForFiveSeconds);
    return { ...seen, groups_left: left, ...(await memoryOf(session)) };
  });
}

// All runs off and on again: from each click until the first plot is as it stays, and until all that can be seen are.
export function measureToggle(target: Target, subject: Subject): Promise<object> {
  return withPage(
    subject,
    async (session) => {
      await open(session, subject, target);
      // One page takes its plots away with the last run, another empties them: less than a tenth of the ink is none in either, and
      // the first plot may be another one afterwards, so half of the ink is all.
      const { ink: full } = await session.plot.last();
      const toggle = async (isEnough: (ink: number) => boolean): Promise<readonly [number, number]> => {
        const clicked = session.page.evaluate(
          () =>
            new Promise<number>((done) =>
              window.addEventListener('click', (event) => done(performance.timeOrigin + event.timeStamp), {
                capture: true,
                once: true,
              }),
            ),
        );
        await session.page.locator(subject.toggleAll).click({ timeout: 60_000 });
        await session.plot.waitForInk(isEnough);
        await session.rest();
        const began = await clicked;
        return [(await session.plot.last()).at - began, (await session.plot.last('all')).at - began];
      };
      const [off, allOff] = await toggle((ink) => ink < full / 10);
      const [on, allOn] = await toggle((ink) => ink > full / 2);
      return { off_ms: off, all_off_ms: allOff, on_ms: on, all_on_ms: allOn };
    },
    'all',
  );
}

// Turns of the wheel over the horizontal axis of the first plot, in and out: from each until the plot is as it stays.
export function measureZoom(target: Target, subject: Subject, turns: number): Promise<object> {
  return withPage(subject, async (session) => {
    await open(session, subject, target);
    await session.page.evaluate(() => {
      const times: number[] = [];
      Reflect.set(window, 'wheelTimes', times);
      window.addEventListener('wheel', (event) => times.push(performance.timeOrigin + event.timeStamp), true);
    });
    const box = await session.page.locator(subject.plot).first().boundingBox();
    if (box === null) throw new Error('no plot to zoom');
    await session.page.mouse.move(box.x + box.width * 0.6, box.y + box.height - 8);
    // Without it the wheel scrolls the page.
    await session.page.keyboard.down('Control');
    await session.plot.doze();
    await session.page.waitForTimeout(500);
    const times: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      // To about a hundredth of the axis and back.
      await session.page.mouse.wheel(0, turn < turns / 2 ? -120 : 120);
      await session.page.waitForTimeout(400);
      const turned = await session.page.evaluate(() => {
        const found: unknown = Reflect.get(window, 'wheelTimes');
        return Array.isArray(found) ? Number(found.at(-1)) : Number.NaN;
      });
      const { at } = await session.plot.last();
      // A turn that changes nothing (all is shown already) tells nothing.
      if (at > turned) times.push(at - turned);
    }
    if (times.length < turns / 2) throw new Error('the wheel does not zoom');
    return { times_ms: times };
  });
}

// A point is appended to the log: from the end of write() to the frame that shows it.
export function measureWrittenToPixel(
  target: Target,
  subject: Subject,
  points: number,
  patienceSeconds: number,
): Promise<object> {
  return withPage(subject, async (session) => {
    const { page, plot } = session;
    const writer = new RunWriter(join(target.logs, 'live')).addMany(20, (step) => ({ loss: step % 2 }));
    await subject.prepareLive?.(page);
    if (subject.loadSeconds !== undefined) await page.waitForTimeout(subject.loadSeconds * 1e3);
    await open(session, subject, { ...target, runs: ['live'] });
    const times: number[] = [];
    for (let point = 0; point < points; point += 1) {
      const known = (await plot.changes()).length;
      writer.add(20 + point, { loss: point % 2 === 0 ? 1.5 : -0.5 });
      const written = Date.now();
      const shown = async (): Promise<number | undefined> => (await plot.changes())[known]?.at;
      for (let at = await shown(); ; at = await shown()) {
        if (at !== undefined) {
          times.push(at - written);
          break;
        }
        if (Date.now() - written > patienceSeconds * 1e3) throw new Error(`not shown within ${patienceSeconds} s`);
        await page.waitForTimeout(50);
      }
      // What moves after the point (axes that follow) is over, and the next is not in step with anything of the page's own.
      await page.waitForTimeout(500 + ((point * 37) % 100));
    }
    writer.close();
    return { times_ms: times };
  });
}
