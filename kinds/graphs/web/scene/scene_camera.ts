// Which part of a scene is seen. A place of the scene is at place * scale + (x, y) of the frame.

export interface Camera {
  readonly x: number;
  readonly y: number;
  // Pixels to a unit of the scene.
  readonly scale: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

// What is moved to is moved to within this time.
export const moveMillis = 300;
const fitPart = 0.9;
const mostFitScale = 2;
const mostScale = 12;
// A node that is jumped to is shown at least this large, so that its name can be read.
const readableScale = 1.6;
// Of the frame, how much the scene must still fill when it is pushed away.
const keptPart = 0.2;

export function sceneBox({ width, height }: Size): Box {
  return { x: 0, y: 0, w: width, h: height };
}

export function middleOf(box: Box): Point {
  return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
}

export function toFrame(camera: Camera, at: Point): Point {
  return { x: at.x * camera.scale + camera.x, y: at.y * camera.scale + camera.y };
}

export function toScene(camera: Camera, at: Point): Point {
  return { x: (at.x - camera.x) / camera.scale, y: (at.y - camera.y) / camera.scale };
}

// The part of the scene that is seen, and `margin` pixels around it.
export function seenBox(camera: Camera, frame: Size, margin = 0): Box {
  const { x, y } = toScene(camera, { x: -margin, y: -margin });
  return { x, y, w: (frame.width + 2 * margin) / camera.scale, h: (frame.height + 2 * margin) / camera.scale };
}

export function fitScale(box: Box, frame: Size): number {
  const best = Math.min(frame.width / Math.max(1, box.w), frame.height / Math.max(1, box.h));
  return Math.max(1e-4, Math.min(mostFitScale, fitPart * best));
}

export function fitted(box: Box, frame: Size): Camera {
  return centred(middleOf(box), fitScale(box, frame), frame);
}

export function centred(at: Point, scale: number, frame: Size): Camera {
  return { x: frame.width / 2 - at.x * scale, y: frame.height / 2 - at.y * scale, scale };
}

// From a quarter of what shows everything to so close that an op fills much of the frame.
export function withinLimits(scale: number, whole: Box, frame: Size): number {
  const least = Math.min(fitScale(whole, frame), 1) / 4;
  return Math.min(mostScale, Math.max(least, scale));
}

// What lies at `at` of the frame stays there.
export function zoomedAt(camera: Camera, factor: number, at: Point, whole: Box, frame: Size): Camera {
  const scale = withinLimits(camera.scale * factor, whole, frame);
  const grown = scale / camera.scale;
  return kept({ x: at.x - (at.x - camera.x) * grown, y: at.y - (at.y - camera.y) * grown, scale }, whole, frame);
}

export function pannedBy(camera: Camera, dx: number, dy: number, whole: Box, frame: Size): Camera {
  return kept({ ...camera, x: camera.x + dx, y: camera.y + dy }, whole, frame);
}

// Two fingers keep what they touched: `from` and `to` are their places before and now.
export function pinched(
  camera: Camera,
  from: readonly [Point, Point],
  to: readonly [Point, Point],
  whole: Box,
  frame: Size,
): Camera {
  const width = (pair: readonly [Point, Point]): number =>
    Math.max(1, Math.hypot(pair[1].x - pair[0].x, pair[1].y - pair[0].y));
  const middle = (pair: readonly [Point, Point]): Point => ({
    x: (pair[0].x + pair[1].x) / 2,
    y: (pair[0].y + pair[1].y) / 2,
  });
  const [before, now] = [middle(from), middle(to)];
  const zoomed = zoomedAt(camera, width(to) / width(from), before, whole, frame);
  return pannedBy(zoomed, now.x - before.x, now.y - before.y, whole, frame);
}

// Some of the scene always stays in the frame: it cannot be lost.
export function kept(camera: Camera, whole: Box, frame: Size): Camera {
  const along = (offset: number, begin: number, length: number, room: number): number => {
    const [low, high] = [begin * camera.scale, (begin + length) * camera.scale];
    const edge = Math.min(room * keptPart, high - low);
    return Math.min(room - edge - low, Math.max(edge - high, offset));
  };
  return {
    x: along(camera.x, whole.x, whole.w, frame.width),
    y: along(camera.y, whole.y, whole.h, frame.height),
    scale: camera.scale,
  };
}

// With a node in the middle, and large enough to be read; a large one is seen as a whole.
export function showing(camera: Camera, box: Box, frame: Size): Camera {
  const best = fitScale(box, frame);
  const wanted = Math.max(camera.scale, Math.min(readableScale, best));
  return centred(middleOf(box), Math.min(wanted, Math.max(best, readableScale / 2)), frame);
}

// The least move after which a box that was just opened is seen. One that is larger than the frame is made smaller, but not
// below half: then its beginning is shown.
export function revealing(camera: Camera, box: Box, frame: Size): Camera {
  const gap = 16;
  const room = { width: Math.max(1, frame.width - 2 * gap), height: Math.max(1, frame.height - 2 * gap) };
  const needed = Math.min(room.width / Math.max(1, box.w), room.height / Math.max(1, box.h));
  const scale = Math.max(camera.scale / 2, Math.min(camera.scale, needed));
  const at = toFrame(camera, middleOf(box));
  const middle = middleOf(box);
  const placed = { x: at.x - middle.x * scale, y: at.y - middle.y * scale, scale };
  const along = (offset: number, begin: number, length: number, whole: number): number => {
    const [low, high] = [begin * scale + offset, (begin + length) * scale + offset];
    if (high - low > whole - 2 * gap) return offset + gap - low;
    return offset + Math.max(0, gap - low) - Math.max(0, high - (whole - gap));
  };
  return { x: along(placed.x, box.x, box.w, frame.width), y: along(placed.y, box.y, box.h, frame.height), scale };
}

// From one to the other, `part` from 0 to 1. Places and scale go together, so that a zoom about a point stays one on its way.
export function between(a: Camera, b: Camera, part: number): Camera {
  if (part <= 0) return a;
  if (part >= 1) return b;
  const scale = a.scale * (b.scale / a.scale) ** part;
  const way = Math.abs(b.scale / a.scale - 1) < 1e-6 ? part : (scale - a.scale) / (b.scale - a.scale);
  return { x: a.x + (b.x - a.x) * way, y: a.y + (b.y - a.y) * way, scale };
}

// Begins and ends slowly.
export function eased(part: number): number {
  const t = Math.min(1, Math.max(0, part));
  return t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2;
}

// Of the scene's area, how much is in the frame: 0 to 1.
export function seenPart(camera: Camera, whole: Box, frame: Size): number {
  const seen = seenBox(camera, frame);
  const overlap = (a: number, aSize: number, b: number, bSize: number): number =>
    Math.max(0, Math.min(a + aSize, b + bSize) - Math.max(a, b));
  const area = overlap(seen.x, seen.w, whole.x, whole.w) * overlap(seen.y, seen.h, whole.y, whole.h);
  return area / Math.max(1e-9, whole.w * whole.h);
}
