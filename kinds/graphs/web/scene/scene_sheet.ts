// A large drawing is not painted for every frame: a sheet of it, with more than can be seen, is pushed and stretched, and another one is painted
// before it ends, and when it comes to rest.
import type { Box, Camera, Size } from './scene_camera';

// Shapes up to which a drawing is painted anew for every frame.
const mostPaintedShapes = 1_200;
// Pixels around what is seen.
const sheetMargin = 320;
// Units of the scene by which names stand out of it.
const overhang = 50;
// Without a move for so long, it rests.
export const restMillis = 120;
// How much of the time painting may take while it moves, where no other thread does it.
const paintedPart = 0.25;
// Letters that are stretched more than this look unsharp.
const mostStretch = 1.35;

export function isLarge(shapes: number): boolean {
  return shapes > mostPaintedShapes;
}

// A part of a scene, as pixels. A place of the scene is at place * scale + (x, y) of the sheet.
export interface Sheet {
  readonly camera: Camera;
  readonly size: Size;
}

export interface SheetPlace {
  readonly camera: Camera;
  readonly frame: Size;
  readonly pixelRatio: number;
  // The scene's own.
  readonly whole: Box;
}

// What is seen and, with a margin, what is around it, as far as there is a scene. Begins at a whole pixel of the screen, so that it is as sharp as
// if it were painted in place.
export function sheetFor({ camera, frame, pixelRatio, whole }: SheetPlace, hasMargin: boolean): Sheet {
  const margin = hasMargin ? sheetMargin : 0;
  const scene = grown(whole);
  const along = (offset: number, begin: number, length: number, room: number): readonly [number, number] => {
    const low = Math.max(-margin, begin * camera.scale + offset);
    const high = Math.min(room + margin, (begin + length) * camera.scale + offset);
    const first = Math.floor(low * pixelRatio) / pixelRatio;
    return [first, Math.max(1 / pixelRatio, Math.ceil((high - first) * pixelRatio) / pixelRatio)];
  };
  const [left, width] = along(camera.x, scene.x, scene.w, frame.width);
  const [top, height] = along(camera.y, scene.y, scene.h, frame.height);
  return { camera: { ...camera, x: camera.x - left, y: camera.y - top }, size: { width, height } };
}

function grown({ x, y, w, h }: Box): Box {
  return { x: x - overhang, y: y - overhang, w: w + 2 * overhang, h: h + 2 * overhang };
}

export interface Push {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

// How the pixels painted for one camera are moved to be seen by another.
export function pushOf(painted: Camera, now: Camera): Push {
  const scale = now.scale / painted.scale;
  return { x: now.x - painted.x * scale, y: now.y - painted.y * scale, scale };
}

// Pixels around what is seen that the sheet still has, at least: negative where something that should be seen is not on it. Where the scene ends
// nothing is missing.
export function spareOf(sheet: Sheet, { camera, frame, whole }: SheetPlace): number {
  const { x, y, scale } = pushOf(sheet.camera, camera);
  const scene = grown(whole);
  const along = (offset: number, size: number, shift: number, begin: number, length: number, room: number): number => {
    const [low, high] = [begin * camera.scale + shift, (begin + length) * camera.scale + shift];
    // Of a pixel that is counted up, less than one.
    const before = offset <= low + 1 ? Infinity : -offset;
    const after = offset + size * scale >= high - 1 ? Infinity : offset + size * scale - room;
    return Math.min(before, after);
  };
  return Math.min(
    along(x, sheet.size.width, camera.x, scene.x, scene.w, frame.width),
    along(y, sheet.size.height, camera.y, scene.y, scene.h, frame.height),
  );
}

// Shows just what would be painted in its place.
export function isExact(sheet: Sheet, { camera, pixelRatio }: SheetPlace): boolean {
  const { x, y, scale } = pushOf(sheet.camera, camera);
  const isWhole = (pixels: number): boolean => Math.abs(pixels * pixelRatio - Math.round(pixels * pixelRatio)) < 1e-3;
  return scale === 1 && isWhole(x) && isWhole(y);
}

// Whether a thread that has nothing to do should paint another one.
export function isWorn(sheet: Sheet, place: SheetPlace, millisSinceMove: number): boolean {
  const { scale } = pushOf(sheet.camera, place.camera);
  const spare = spareOf(sheet, place);
  if (millisSinceMove >= restMillis) return spare < sheetMargin * 0.75 || !isExact(sheet, place);
  return spare < sheetMargin / 2 || scale > mostStretch || scale < 1 / mostStretch;
}

export interface PaintTimes {
  readonly sinceMove: number;
  readonly sincePaint: number;
  // Of the last painting.
  readonly paint: number;
}

// The same where painting keeps the page from everything else.
export function isSpent(sheet: Sheet, place: SheetPlace, times: PaintTimes): boolean {
  if (times.sinceMove >= restMillis) return isWorn(sheet, place, times.sinceMove);
  const { scale } = pushOf(sheet.camera, place.camera);
  const isShort = spareOf(sheet, place) < 0 || scale > 1.7 || scale < 0.6;
  return isShort && times.sincePaint >= times.paint / paintedPart;
}
