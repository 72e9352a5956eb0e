// What is measured of pages with images. Times are milliseconds.
import type { Target } from './page_measures';
import { PageSession } from './page_session';
import type { ImageSubject } from './page_subjects';

// From the navigation to the frame in which all pictures in sight are there, and stay.
export async function measureImageGrid({ root }: Target, subject: ImageSubject): Promise<object> {
  const session = await PageSession.start(subject.picture, 'all');
  try {
    await session.page.goto(subject.address(root), { waitUntil: 'commit' });
    await session.plot.waitForInk((ink) => ink > 0);
    await session.rest();
    const shown = await session.plot.last('all');
    const { pageBytes, dataBytes } = await session.transfers(shown.at);
    return {
      grid_ms: shown.at - (await session.timeOrigin()),
      pictures: shown.pictures,
      bytes: pageBytes + dataBytes,
      process_bytes: (await session.memory()).processBytes,
    };
  } finally {
    await session.end();
  }
}

// Arrow keys on the slider of the first card: from each until the picture is another one and stays.
export async function measureImageSlider({ root }: Target, subject: ImageSubject, steps: number): Promise<object> {
  const session = await PageSession.start(subject.picture);
  try {
    const { page, plot } = session;
    await page.goto(subject.address(root), { waitUntil: 'commit' });
    await plot.waitForInk((ink) => ink > 0);
    await session.rest();
    await page.evaluate(() => {
      const times: number[] = [];
      Reflect.set(window, 'keyTimes', times);
      window.addEventListener('keydown', (event) => times.push(performance.timeOrigin + event.timeStamp), true);
    });
    // The newest step is shown at first; the keys go back from there.
    await page.locator(subject.slider).first().focus();
    const times: number[] = [];
    for (let step = 0; step < steps; step += 1) {
      await page.keyboard.press('ArrowLeft');
      await page.waitForTimeout(400);
      const pressed = await page.evaluate(() => {
        const found: unknown = Reflect.get(window, 'keyTimes');
        return Array.isArray(found) ? Number(found.at(-1)) : Number.NaN;
      });
      const { at, ink } = await plot.last();
      if (at < pressed || ink === 0) throw new Error('the key shows no other picture');
      times.push(at - pressed);
    }
    return { times_ms: times };
  } finally {
    await session.end();
  }
}
