// The thread that paints large drawings. All it knows is in PaintDesk.
import { PaintDesk, type PaintRequest } from './scene_paint_desk';

const desk = new PaintDesk(() => new OffscreenCanvas(1, 1));

self.addEventListener('message', (event: MessageEvent<PaintRequest>) => {
  const answer = desk.handle(event.data);
  if (answer !== undefined) self.postMessage(answer, { transfer: [answer.picture] });
});
