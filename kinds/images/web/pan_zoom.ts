// Which part of an image is seen. In parts of the image, so that images of any size that are linked show the same part.

export interface PanZoom {
  // 1: as the page shows it, all of it or in its own size; 2: twice as large.
  readonly zoom: number;
  // What lies in the middle of the frame: 0 to 1 from the left and from the top.
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

// Where the image lies, in pixels of its frame.
export interface Sheet extends Size {
  readonly left: number;
  readonly top: number;
  // Pixels on screen to a pixel of the image.
  readonly scale: number;
}

export type Sizing = 'fit' | 'actual';

export const wholeView: PanZoom = { zoom: 1, x: 0.5, y: 0.5 };
const mostZoom = 256;
const leastZoom = 1 / 64;

export function sheetOf(image: Size, frame: Size, sizing: Sizing, view: PanZoom): Sheet {
  const fit = Math.min(frame.width / Math.max(1, image.width), frame.height / Math.max(1, image.height));
  const scale = Math.max(1e-6, (sizing === 'fit' ? fit : 1) * view.zoom);
  const width = image.width * scale;
  const height = image.height * scale;
  return { left: frame.width / 2 - view.x * width, top: frame.height / 2 - view.y * height, width, height, scale };
}

// Keeps what lies at (x, y) of the frame where it is.
export function zoomedAt(
  view: PanZoom,
  factor: number,
  sheet: Sheet,
  frame: Size,
  at: { x: number; y: number },
): PanZoom {
  const zoom = Math.min(mostZoom, Math.max(leastZoom, view.zoom * factor));
  const grown = zoom / view.zoom;
  const partX = (at.x - sheet.left) / sheet.width;
  const partY = (at.y - sheet.top) / sheet.height;
  return bounded({
    zoom,
    x: partX - (at.x - frame.width / 2) / (sheet.width * grown),
    y: partY - (at.y - frame.height / 2) / (sheet.height * grown),
  });
}

// By so many pixels on screen.
export function pannedBy(view: PanZoom, sheet: Sheet, dx: number, dy: number): PanZoom {
  return bounded({ zoom: view.zoom, x: view.x - dx / sheet.width, y: view.y - dy / sheet.height });
}

// The middle of the frame stays on the image: it cannot be lost.
function bounded({ zoom, x, y }: PanZoom): PanZoom {
  const inside = (part: number): number => Math.min(1, Math.max(0, part));
  return { zoom, x: inside(x), y: inside(y) };
}

export function isWhole(view: PanZoom): boolean {
  return view.zoom === 1 && view.x === 0.5 && view.y === 0.5;
}

// Something of the image lies outside of the frame.
export function isLarger(sheet: Sheet, frame: Size): boolean {
  return sheet.width > frame.width + 1 || sheet.height > frame.height + 1;
}
