// The door to the thread that paints large drawings: the page answers while it paints.
import type { Drawing } from './scene_drawing';
import { packDrawing } from './scene_pack';
import type { PaintAnswer, PaintRequest, SheetView } from './scene_paint_desk';

// What a thread is to the painter. Tests put their own in its place.
export interface PaintThread {
  post(request: PaintRequest, transfer: readonly Transferable[]): void;
  close(): void;
}

export type StartThread = (onAnswer: (answer: PaintAnswer) => void, onFailure: () => void) => PaintThread;

function startWorker(onAnswer: (answer: PaintAnswer) => void, onFailure: () => void): PaintThread {
  const worker = new Worker(new URL('./scene_paint_worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', (event: MessageEvent<PaintAnswer>) => onAnswer(event.data));
  worker.addEventListener('error', onFailure);
  return {
    post: (request, transfer) => worker.postMessage(request, [...transfer]),
    close: () => worker.terminate(),
  };
}

interface Sheet {
  readonly id: number;
  readonly onpainted: (picture: ImageBitmap) => void;
}

export class SheetPainter {
  #thread: PaintThread | undefined;
  #sent: Drawing | undefined;
  #making: Sheet | undefined;
  #lastId = 0;

  // The thread starts while the page asks for its first scene. `onfailure`: it could not be loaded, or broke.
  constructor(onfailure: () => void, start: StartThread = startWorker) {
    try {
      this.#thread = start(
        (answer) => this.#take(answer),
        () => {
          this.close();
          onfailure();
        },
      );
    } catch {
      // No workers here: an old browser, or a policy of the page around us.
      this.#thread = undefined;
    }
  }

  // Without a thread, who wants a picture paints it.
  get isThere(): boolean {
    return this.#thread !== undefined;
  }

  get isBusy(): boolean {
    return this.#making !== undefined;
  }

  // REQUIRES: isThere and not isBusy. A drawing is sent once, however often it is painted. The picture is the taker's to close.
  paint(drawing: Drawing, view: SheetView, onpainted: (picture: ImageBitmap) => void): void {
    if (drawing !== this.#sent) {
      this.#sent = drawing;
      const packed = packDrawing(drawing);
      this.#thread?.post({ kind: 'drawing', packed }, [packed.numbers.buffer]);
    }
    this.#lastId += 1;
    this.#making = { id: this.#lastId, onpainted };
    this.#thread?.post({ kind: 'paint', id: this.#lastId, view }, []);
  }

  close(): void {
    this.#thread?.close();
    this.#thread = undefined;
    this.#making = undefined;
    this.#sent = undefined;
  }

  #take({ id, picture }: PaintAnswer): void {
    const made = this.#making;
    if (made?.id !== id) {
      picture.close();
      return;
    }
    this.#making = undefined;
    made.onpainted(picture);
  }
}
