import { describe, expect, it } from 'vitest';
import { fakeScene } from '../fake_scene';
import { FakeCanvas } from './canvas_for_test';
import { sceneDrawing } from './scene_drawing';
import { PaintDesk, type PaintAnswer, type PaintRequest } from './scene_paint_desk';
import { SheetPainter } from './scene_sheet_painter';
import { drawingInput } from './theme_for_test';

const drawing = sceneDrawing(drawingInput(fakeScene([{ id: 'n:a', x: 10, y: 10, w: 48, h: 12 }])));
const view = {
  camera: { x: 0, y: 0, scale: 2 },
  size: { width: 200, height: 101 },
  pixelRatio: 1.5,
  fontFamily: 'serif',
};

// A thread that answers when told.
class SlowThread {
  readonly requests: PaintRequest[] = [];
  isClosed = false;
  fail: () => void = () => undefined;
  #answer: (answer: PaintAnswer) => void = () => undefined;

  start = (onAnswer: (answer: PaintAnswer) => void, onFailure: () => void) => {
    this.#answer = onAnswer;
    this.fail = onFailure;
    return { post: (request: PaintRequest) => void this.requests.push(request), close: () => (this.isClosed = true) };
  };
  answer(id: number, onclose = (): void => undefined): void {
    this.#answer({ id, picture: { width: 1, height: 1, close: onclose } });
  }
  kinds(): readonly string[] {
    return this.requests.map(({ kind }) => kind);
  }
}

describe('SheetPainter', () => {
  it('sends a drawing once', () => {
    const thread = new SlowThread();
    const painter = new SheetPainter(() => undefined, thread.start);
    let painted = 0;
    painter.paint(drawing, view, () => (painted += 1));
    expect(painter.isBusy).toBe(true);
    thread.answer(1);
    expect([painter.isBusy, painted]).toEqual([false, 1]);
    painter.paint(drawing, view, () => (painted += 1));
    thread.answer(2);
    painter.paint([...drawing], view, () => (painted += 1));
    expect(thread.kinds()).toEqual(['drawing', 'paint', 'paint', 'drawing', 'paint']);
    expect(painted).toBe(2);
  });
  it('closes what nobody waits for', () => {
    const thread = new SlowThread();
    const painter = new SheetPainter(() => undefined, thread.start);
    painter.paint(drawing, view, () => undefined);
    painter.close();
    let closed = 0;
    thread.answer(1, () => (closed += 1));
    expect([closed, thread.isClosed]).toEqual([1, true]);
  });
  it('says when its thread is not there', () => {
    const thread = new SlowThread();
    let failures = 0;
    const painter = new SheetPainter(() => (failures += 1), thread.start);
    expect(painter.isThere).toBe(true);
    painter.paint(drawing, view, () => undefined);
    thread.fail();
    expect([painter.isThere, painter.isBusy, failures]).toEqual([false, false, 1]);
    const refused = new SheetPainter(
      () => undefined,
      () => {
        throw new Error('no workers');
      },
    );
    expect(refused.isThere).toBe(false);
  });
});

describe('PaintDesk', () => {
  it('paints what it was given last, in pixels of the screen', () => {
    const canvas = new FakeCanvas();
    const desk = new PaintDesk(() => canvas);
    const thread = new SlowThread();
    const painter = new SheetPainter(() => undefined, thread.start);
    painter.paint(drawing, view, () => undefined);
    const answers = thread.requests.map((request) => desk.handle(request));
    expect(answers[0]).toBeUndefined();
    expect(answers[1]).toMatchObject({ id: 1, picture: { width: 300, height: 152 } });
    expect(canvas.context.named('ellipse')).toHaveLength(1);
    expect(canvas.context.named('fillText')).toEqual([['fillText', 'a', '11.5px serif']]);
  });
});
