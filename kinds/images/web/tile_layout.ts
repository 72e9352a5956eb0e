// The images of a card's runs beside each other: as large as they can be while all are seen, and below a size where they would be of no use
// in rows that scroll.

export interface TileLayout {
  readonly columns: number;
  // In pixels, with everything of a tile.
  readonly width: number;
  readonly height: number;
  readonly rows: number;
}

export interface TileRoom {
  readonly width: number;
  readonly height: number;
  readonly count: number;
  // Width to height of an image.
  readonly aspect: number;
  // Of a tile's name, in pixels.
  readonly headHeight: number;
}

const leastSide = 88;
const gap = 4;

export function layoutTiles({ width, height, count, aspect, headHeight }: TileRoom): TileLayout {
  if (count === 0 || width <= 0 || height <= 0) return { columns: 1, width: 0, height: 0, rows: 0 };
  const most = Math.max(1, Math.min(count, Math.floor((width + gap) / (leastSide + gap))));
  let best: TileLayout | undefined;
  let bestArea = 0;
  for (let columns = 1; columns <= most; columns += 1) {
    const rows = Math.ceil(count / columns);
    const tileWidth = (width - gap * (columns - 1)) / columns;
    const tileHeight = (height - gap * (rows - 1)) / rows;
    const imageHeight = tileHeight - headHeight;
    if (imageHeight < leastSide && rows > 1) continue;
    const area = Math.min(tileWidth, imageHeight * aspect) ** 2 / aspect;
    if (area <= bestArea) continue;
    bestArea = area;
    best = { columns, width: tileWidth, height: tileHeight, rows };
  }
  return best ?? scrolling(width, height, most, { count, aspect, headHeight });
}

// Not higher than the room: one row at least is seen whole.
function scrolling(
  width: number,
  height: number,
  most: number,
  { count, aspect, headHeight }: Pick<TileRoom, 'count' | 'aspect' | 'headHeight'>,
): TileLayout {
  const columns = Math.max(1, Math.min(most, Math.floor((width + gap) / (leastSide * 1.5 + gap))));
  const tileWidth = (width - gap * (columns - 1)) / columns;
  const wanted = Math.max(leastSide, tileWidth / aspect) + headHeight;
  return { columns, width: tileWidth, height: Math.min(height, wanted), rows: Math.ceil(count / columns) };
}

export const tileGap = gap;
