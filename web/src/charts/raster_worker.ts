// The thread that draws lines. All it knows is in RasterDesk.

import type { PaintRequest } from './line_pack';
import { RasterDesk } from './raster_desk';
import { rehearse } from './raster_rehearsal';

const desk = new RasterDesk();

self.addEventListener('message', (event: MessageEvent<PaintRequest>) => {
  const answer = desk.handle(event.data);
  if (answer !== undefined) self.postMessage(answer, { transfer: [answer.pixels.buffer] });
});

rehearse();
