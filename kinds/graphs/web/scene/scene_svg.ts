// Shapes as one SVG text that needs nothing else.
import { escapeXml } from '$charts/svg_export';
import type { Drawing } from './scene_drawing';
import type { Stripe } from './scene_look';
import { stripeStops } from './scene_paint';
import { layers, type BoxShape, type EllipseShape, type Shape, type ShapeLook, type TextShape } from './scene_shapes';
import { occupy, placeText, TextFitter, WrittenPlaces } from './scene_text';

export interface SvgPage {
  // Of the scene, in its units.
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly fontFamily: string;
  readonly title: string;
}

// Pixels to a unit: names can be read without zooming in.
export const svgScale = 2;
export const svgMargin = 12;

// Wherever it is opened, letters are about this wide; Chinese ones as wide as high.
function aboutWidth(text: string, isBold: boolean): number {
  let width = 0;
  for (const letter of text) width += /[\u2e80-\uffef]/.test(letter) ? 1 : /[A-Z_mwMW]/.test(letter) ? 0.68 : 0.54;
  return isBold ? width * 1.06 : width;
}

export function drawingSvg(drawing: Drawing, page: SvgPage): string {
  const width = page.width * svgScale + 2 * svgMargin;
  const height = page.height * svgScale + 2 * svgMargin;
  const size = `width="${short(width)}" height="${short(height)}"`;
  const writer = new ShapeWriter();
  const body = writer.write(drawing);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${short(width)} ${short(height)}"`,
    ` font-family="${escapeXml(page.fontFamily)}" stroke-linejoin="round">`,
    `<title>${escapeXml(page.title)}</title>`,
    writer.defs,
    `<rect ${size} fill="${escapeXml(page.ground)}"/>`,
    `<g transform="translate(${short(svgMargin)} ${short(svgMargin)}) scale(${short(svgScale)})">${body}</g>`,
    '</svg>',
  ].join('');
}

class ShapeWriter {
  readonly #fitter = new TextFitter(aboutWidth);
  readonly #written = new WrittenPlaces();
  readonly #gradients: string[] = [];

  get defs(): string {
    return this.#gradients.length === 0 ? '' : `<defs>${this.#gradients.join('')}</defs>`;
  }

  write(drawing: Drawing): string {
    const parts: string[] = [];
    const yielding: TextShape[] = [];
    for (const shape of drawing) {
      if (shape.kind === 'text' && shape.isYielding) yielding.push(shape);
      else parts.push(this.#shape(shape));
    }
    for (const shape of yielding) parts.push(this.#text(shape));
    return parts.join('');
  }

  #shape(shape: Shape): string {
    switch (shape.kind) {
      case 'box':
      case 'ellipse':
        return this.#body(shape);
      case 'curve':
        return `<path d="${curveData(shape.data)}" ${looks({ ...shape.look, fill: undefined })}/>`;
      case 'head':
        return `<polygon points="${shape.corners.map(short).join(' ')}" ${looks(shape.look)}/>`;
      case 'sign': {
        const [x, y] = [(shape.left + shape.right) / 2, (shape.top + shape.bottom) / 2];
        const across = `M${short(shape.left)} ${short(y)}H${short(shape.right)}`;
        const upright = shape.isPlus ? `M${short(x)} ${short(shape.top)}V${short(shape.bottom)}` : '';
        return `<path d="${across}${upright}" ${looks({ ...shape.look, fill: undefined })}/>`;
      }
      case 'text':
        return this.#text(shape);
    }
  }

  #body(shape: BoxShape | EllipseShape): string {
    const { left, top, right, bottom, stripes } = shape;
    occupy(shape, shape.layer === layers.back && shape.kind === 'box', svgScale, this.#written);
    const fill = stripes === undefined ? shape.look.fill : `url(#${this.#gradient(stripes)})`;
    const look = looks({ ...shape.look, fill });
    if (shape.kind === 'box') {
      const place = `x="${short(left)}" y="${short(top)}" width="${short(right - left)}" height="${short(bottom - top)}"`;
      return `<rect ${place} rx="${short(shape.radius)}" ${look}/>`;
    }
    const [rx, ry] = [(right - left) / 2, (bottom - top) / 2];
    return `<ellipse cx="${short(left + rx)}" cy="${short(top + ry)}" rx="${short(rx)}" ry="${short(ry)}" ${look}/>`;
  }

  #gradient(stripes: readonly Stripe[]): string {
    const stops = stripeStops(stripes).map(
      ({ at, color }) => `<stop offset="${short(at)}" stop-color="${escapeXml(color)}"/>`,
    );
    const content = `>${stops.join('')}</linearGradient>`;
    const known = this.#gradients.findIndex((gradient) => gradient.endsWith(content));
    if (known >= 0) return `stripes${String(known)}`;
    const id = `stripes${String(this.#gradients.length)}`;
    this.#gradients.push(`<linearGradient id="${id}"${content}`);
    return id;
  }

  #text(shape: TextShape): string {
    const size = Math.min(shape.size, shape.most / svgScale);
    if (shape.size * svgScale < shape.least) return '';
    const placed = placeText(shape, size * svgScale, svgScale, this.#fitter, this.#written);
    if (placed === undefined) return '';
    const { text } = placed;
    // Anchored as it is meant, since letters may be wider where it is opened.
    const width = this.#fitter.width(text, shape.isBold) * size;
    const before = shape.anchor === 'middle' ? width / 2 : shape.anchor === 'end' ? width : 0;
    const [x, y] = [placed.left / svgScale + before, placed.y / svgScale];
    const weight = shape.isBold ? ' font-weight="600"' : '';
    const alpha = shape.look.alpha < 1 ? ` opacity="${short(shape.look.alpha)}"` : '';
    const halo =
      shape.halo === undefined
        ? ''
        : ` stroke="${escapeXml(shape.halo)}" stroke-width="${short(3 / svgScale)}" paint-order="stroke"`;
    const at = `x="${short(x)}" y="${short(y + size * 0.35)}" font-size="${short(size)}"`;
    const color = escapeXml(shape.look.fill ?? '#000000');
    return `<text ${at} text-anchor="${shape.anchor}" fill="${color}"${weight}${halo}${alpha}>${escapeXml(text)}</text>`;
  }
}

function looks({ fill, stroke, width, dash, alpha }: ShapeLook): string {
  const parts = [`fill="${fill === undefined ? 'none' : escapeXml(fill)}"`];
  if (stroke !== undefined && width > 0) parts.push(`stroke="${escapeXml(stroke)}" stroke-width="${short(width)}"`);
  if (dash !== undefined) parts.push(`stroke-dasharray="${dash.map(short).join(' ')}"`);
  if (alpha < 1) parts.push(`opacity="${short(alpha)}"`);
  return parts.join(' ');
}

function curveData(data: readonly number[]): string {
  let result = `M${short(data[0] ?? 0)} ${short(data[1] ?? 0)}`;
  for (let i = 2; i + 5 < data.length; i += 6)
    result += `C${data
      .slice(i, i + 6)
      .map(short)
      .join(' ')}`;
  return result;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
