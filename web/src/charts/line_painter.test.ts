import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packSeries, type PaintAnswer, type PaintRequest } from './line_pack';
import { createLinePainter, type StartThread } from './line_painter';
import { pixelView, testLine, testStyles, testTheme } from './line_test_support';
import { RasterDesk } from './raster_desk';

class PlainImageData {
  constructor(
    readonly data: Uint8ClampedArray,
    readonly width: number,
    readonly height: number,
  ) {}
}

beforeEach(() => {
  vi.stubGlobal('ImageData', PlainImageData);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const lines = [testLine([0, 20], [10.5, 10.5])];
const styles = testStyles(lines);

// A thread that answers when told.
function makeThread() {
  const desk = new RasterDesk();
  const posted: PaintRequest[] = [];
  const pending: PaintAnswer[] = [];
  let onAnswer: (answer: PaintAnswer) => void = () => undefined;
  let onFailure: () => void = () => undefined;
  const start: StartThread = (answer, failure) => {
    onAnswer = answer;
    onFailure = failure;
    return {
      post: (request) => {
        posted.push(request);
        const made = desk.handle(request);
        if (made !== undefined) pending.push(made);
      },
      close: () => undefined,
    };
  };
  return {
    start,
    posted,
    answerOne: () => {
      const answer = pending.shift();
      if (answer !== undefined) onAnswer(answer);
    },
    fail: () => {
      onFailure();
    },
  };
}

describe('createLinePainter', () => {
  it('answers what is drawn and the newest; what waited in between is dropped', async () => {
    const thread = makeThread();
    const painter = createLinePainter(1, thread.start);
    painter.setData('chart', 1, lines);
    const first = painter.draw('chart', pixelView(20, 20), styles, testTheme);
    const second = painter.draw('chart', pixelView(30, 20), styles, testTheme);
    const third = painter.draw('chart', pixelView(40, 20), styles, testTheme);
    expect(await second).toBeUndefined();
    thread.answerOne();
    expect((await first)?.width).toBe(20);
    thread.answerOne();
    expect((await third)?.width).toBe(40);
    expect(thread.posted.filter((request) => request.kind === 'draw')).toHaveLength(2);
  });

  it('draws charts independently of each other', async () => {
    const thread = makeThread();
    const painter = createLinePainter(1, thread.start);
    const first = painter.draw('one', pixelView(20, 20), styles, testTheme);
    const second = painter.draw('two', pixelView(30, 20), styles, testTheme);
    thread.answerOne();
    thread.answerOne();
    expect((await first)?.width).toBe(20);
    expect((await second)?.width).toBe(30);
  });

  it('sends styles only when they are others', async () => {
    const thread = makeThread();
    const painter = createLinePainter(1, thread.start);
    painter.setData('chart', 1, lines);
    for (const look of [styles, styles, testStyles(lines, { color: '#0000ff' })]) {
      const picture = painter.draw('chart', pixelView(20, 20), look, testTheme);
      thread.answerOne();
      await picture;
    }
    const sent = thread.posted.flatMap((request) => (request.kind === 'draw' ? [request.styles !== undefined] : []));
    expect(sent).toEqual([true, false, true]);
  });

  it('a picture of a released chart is not given to a new one of the same name', async () => {
    const thread = makeThread();
    const painter = createLinePainter(1, thread.start);
    const old = painter.draw('chart', pixelView(20, 20), styles, testTheme);
    painter.release('chart');
    expect(await old).toBeUndefined();
    const fresh = painter.draw('chart', pixelView(30, 20), styles, testTheme);
    thread.answerOne();
    thread.answerOne();
    expect((await fresh)?.width).toBe(30);
  });

  it('has no picture of a plot without pixels', async () => {
    const painter = createLinePainter(1, makeThread().start);
    expect(await painter.draw('chart', pixelView(0, 20), styles, testTheme)).toBeUndefined();
  });

  it('draws on this thread where no worker can be started', async () => {
    const painter = createLinePainter(2, () => {
      throw new Error('refused');
    });
    painter.setData('chart', 1, lines);
    const picture = await painter.draw('chart', pixelView(20, 20), styles, testTheme);
    expect(picture?.data.some((byte) => byte > 0)).toBe(true);
  });

  it('draws on this thread after a worker failed, with the same data', async () => {
    const thread = makeThread();
    const painter = createLinePainter(1, thread.start);
    painter.setData('chart', 1, lines);
    const picture = painter.draw('chart', pixelView(20, 20), styles, testTheme);
    thread.fail();
    expect((await picture)?.data.some((byte) => byte > 0)).toBe(true);
    const next = await painter.draw('chart', pixelView(20, 20), styles, testTheme);
    expect(next?.data.some((byte) => byte > 0)).toBe(true);
  });

  it('leaves nothing open when closed', async () => {
    const painter = createLinePainter(1, makeThread().start);
    const first = painter.draw('chart', pixelView(20, 20), styles, testTheme);
    const second = painter.draw('chart', pixelView(20, 20), styles, testTheme);
    painter.close();
    expect([await first, await second]).toEqual([undefined, undefined]);
  });
});

describe('packSeries', () => {
  it('copies views out of a long answer, each kind as it is, and shared columns once', () => {
    const answer = new ArrayBuffer(1 << 20);
    const x = new Float64Array(answer, 80, 10).map((_, i) => i);
    const view = new Float32Array(answer, 400, 10);
    view.fill(2.5);
    const odd = new Uint8Array(answer, 901, 10);
    odd.fill(7);
    const { series, buffer } = packSeries([
      testLine([], [], { x, y: view, key: 'a' }),
      testLine([], [], { x, y: odd, key: 'b', bands: [{ low: view, high: odd }] }),
    ]);
    expect(buffer.byteLength).toBe(80 + 40 + 16);
    expect(series[0]?.y).toBeInstanceOf(Float32Array);
    expect([...(series[1]?.y ?? [])]).toEqual(Array(10).fill(7));
    expect(series[0]?.x).toBe(series[1]?.x);
    expect(series[1]?.bands?.[0]?.low).toEqual(view);
    expect(answer.byteLength).toBe(1 << 20);
  });
});
