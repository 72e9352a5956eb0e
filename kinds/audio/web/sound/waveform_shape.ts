// What a waveform looks like: per column of pixels the lowest and highest sample, or the samples themselves where there is room for each.
import type { Peaks } from './peaks';
import type { TimeView } from './time_view';

export interface WaveColumns {
  readonly kind: 'columns';
  // Two numbers a column; NaN where there is no sound.
  readonly extremes: Float32Array;
}

export interface WavePoints {
  readonly kind: 'points';
  // Pairs of x, in pixels, and the sample there.
  readonly points: readonly (readonly [x: number, sample: number])[];
}

export function waveformShape(peaks: Peaks, rate: number, view: TimeView, width: number): WaveColumns | WavePoints {
  const framesPerPixel = ((view.end - view.begin) * rate) / Math.max(1, width);
  if (framesPerPixel < 1) return wavePoints(peaks, rate, view, width);
  const extremes = new Float32Array(2 * width);
  const first = view.begin * rate;
  for (let x = 0; x < width; x += 1) {
    // One sample more, so that columns meet where the line goes from one to the next.
    const found = peaks.extremes(
      Math.floor(first + x * framesPerPixel),
      Math.floor(first + (x + 1) * framesPerPixel) + 1,
    );
    extremes[2 * x] = found?.low ?? Number.NaN;
    extremes[2 * x + 1] = found?.high ?? Number.NaN;
  }
  return { kind: 'columns', extremes };
}

function wavePoints(peaks: Peaks, rate: number, view: TimeView, width: number): WavePoints {
  const points: [number, number][] = [];
  const scale = width / (view.end - view.begin);
  // One before and one after, so that the line goes on at the edges.
  const first = Math.max(0, Math.floor(view.begin * rate) - 1);
  const last = Math.min(peaks.length - 1, Math.ceil(view.end * rate) + 1);
  for (let frame = first; frame <= last; frame += 1) {
    points.push([(frame / rate - view.begin) * scale, peaks.extremes(frame, frame + 1)?.low ?? 0]);
  }
  return { kind: 'points', points };
}

// A spot marks each sample where they are this far apart.
const spotGap = 6;

export type WaveCanvas = Pick<
  CanvasRenderingContext2D,
  'fillStyle' | 'strokeStyle' | 'lineWidth' | 'fillRect' | 'beginPath' | 'moveTo' | 'lineTo' | 'stroke'
>;

export interface WaveBox {
  readonly top: number;
  readonly height: number;
  readonly color: string;
  readonly zeroColor: string;
  // Of a pixel of the page in pixels of the screen.
  readonly ratio: number;
}

// One channel. What is beyond full scale ends at the edge.
export function paintWave(canvas: WaveCanvas, shape: WaveColumns | WavePoints, width: number, box: WaveBox): void {
  const middle = box.top + box.height / 2;
  const y = (sample: number): number => middle - (Math.min(1, Math.max(-1, sample)) * box.height) / 2;
  canvas.fillStyle = box.zeroColor;
  canvas.fillRect(0, Math.round(middle), width, 1);
  canvas.fillStyle = box.color;
  if (shape.kind === 'columns') {
    for (let x = 0; x < width; x += 1) {
      const [low, high] = [shape.extremes[2 * x] ?? Number.NaN, shape.extremes[2 * x + 1] ?? Number.NaN];
      if (Number.isNaN(low)) continue;
      canvas.fillRect(x, y(high), 1, Math.max(1, y(low) - y(high)));
    }
    return;
  }
  canvas.strokeStyle = box.color;
  canvas.lineWidth = 1.5 * box.ratio;
  canvas.beginPath();
  shape.points.forEach(([x, sample], i) => (i === 0 ? canvas.moveTo(x, y(sample)) : canvas.lineTo(x, y(sample))));
  canvas.stroke();
  const gap = (shape.points[1]?.[0] ?? 0) - (shape.points[0]?.[0] ?? 0);
  if (gap < spotGap * box.ratio) return;
  const spot = 4 * box.ratio;
  for (const [x, sample] of shape.points) canvas.fillRect(x - spot / 2, y(sample) - spot / 2, spot, spot);
}
