// Shapes as SVG.
import { escapeXml } from '$charts/svg_export';
import type { Rect } from '$charts/chart_layout';
import { labelSize, type CellsShape, type PathShape, type Shape } from './plot_shapes';

export interface SvgPage {
  readonly width: number;
  readonly height: number;
  readonly ground: string;
  readonly text: string;
  readonly title: string;
}

export interface SvgPart {
  readonly x: number;
  readonly y: number;
  // Over its shapes; '' for none.
  readonly caption: string;
  readonly color: string;
  readonly shapes: readonly Shape[];
}

const fonts = "system-ui, 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif";
export const captionHeight = 22;

// A whole file that needs nothing else.
export function partsSvg(parts: readonly SvgPart[], page: SvgPage): string {
  const size = `width="${short(page.width)}" height="${short(page.height)}"`;
  const title = { kind: 'text', text: page.title, y: captionHeight / 2 + 2, color: page.text, isBold: true } as const;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${short(page.width)} ${short(page.height)}"`,
    ` font-family="${fonts}" font-size="${labelSize}" stroke-linejoin="round">`,
    `<title>${escapeXml(page.title)}</title>`,
    `<rect ${size} fill="${escapeXml(page.ground)}"/>`,
    shapeElement({ ...title, x: page.width / 2, anchor: 'middle' }),
    ...parts.map((part) => partElement(part, page)),
    '</svg>',
  ].join('');
}

function partElement({ x, y, caption, color, shapes }: SvgPart, page: SvgPage): string {
  const dot = `<circle cx="14" cy="${captionHeight / 2}" r="4" fill="${escapeXml(color)}"/>`;
  const words = { kind: 'text', text: caption, x: 24, y: captionHeight / 2, color: page.text } as const;
  const head = caption === '' ? '' : `${dot}${shapeElement({ ...words, anchor: 'start' })}`;
  const down = caption === '' ? 0 : captionHeight;
  const inner = shapes.map(shapeElement).join('');
  return `<g transform="translate(${short(x)} ${short(y)})">${head}<g transform="translate(0 ${down})">${inner}</g></g>`;
}

function shapeElement(shape: Shape): string {
  switch (shape.kind) {
    case 'path':
      return pathElement(shape);
    case 'rules': {
      let data = '';
      for (let i = 0; i < shape.ends.length; i += 4) {
        const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = shape.ends.slice(i, i + 4);
        data += `M${short(x0)} ${short(y0)}L${short(x1)} ${short(y1)}`;
      }
      return data === '' ? '' : `<path d="${data}" stroke="${escapeXml(shape.color)}" fill="none"/>`;
    }
    case 'text': {
      const weight = shape.isBold === true ? ' font-weight="600"' : '';
      const place = `x="${short(shape.x)}" y="${short(shape.y + labelSize * 0.35)}"`;
      const look = `fill="${escapeXml(shape.color)}" text-anchor="${shape.anchor}"${weight}`;
      return `<text ${place} ${look}>${escapeXml(shape.text)}</text>`;
    }
    case 'cells':
      return cellElements(shape);
    case 'box': {
      const fill = shape.fill === undefined ? 'none' : escapeXml(shape.fill);
      const alpha = shape.fillAlpha === undefined ? '' : ` fill-opacity="${short(shape.fillAlpha)}"`;
      const stroke = shape.stroke === undefined ? '' : ` stroke="${escapeXml(shape.stroke)}"`;
      return `<rect ${rectText(shape.rect)} fill="${fill}"${alpha}${stroke}/>`;
    }
  }
}

function pathElement(shape: PathShape): string {
  const { points } = shape;
  if (points.length < 4) return '';
  let data = '';
  for (let i = 0; i < points.length; i += 2) {
    data += `${i === 0 ? 'M' : 'L'}${short(points[i] ?? 0)} ${short(points[i + 1] ?? 0)}`;
  }
  const fillAlpha = shape.fillAlpha === undefined ? '' : ` fill-opacity="${short(shape.fillAlpha)}"`;
  const fill = shape.fill === undefined ? ' fill="none"' : ` fill="${escapeXml(shape.fill)}"${fillAlpha}`;
  if (shape.stroke === undefined) return `<path d="${data}"${fill}/>`;
  const alpha = shape.strokeAlpha === undefined ? '' : ` stroke-opacity="${short(shape.strokeAlpha)}"`;
  const dash = shape.dash === undefined ? '' : ` stroke-dasharray="${shape.dash.map(short).join(' ')}"`;
  const width = ` stroke-width="${short(shape.width ?? 1)}"`;
  return `<path d="${data}"${fill} stroke="${escapeXml(shape.stroke)}"${width}${alpha}${dash}/>`;
}

// One path for each colour; cells of one colour above each other are one rectangle.
function cellElements({ lefts, rights, ys, levels, ramp }: CellsShape): string {
  const bins = ys.length - 1;
  const parts = new Map<number, string>();
  for (let column = 0; column < lefts.length; column += 1) {
    const [left, width] = [lefts[column] ?? 0, (rights[column] ?? 0) - (lefts[column] ?? 0)];
    for (let bin = 0; bin < bins;) {
      const level = levels[column * bins + bin] ?? 0;
      let end = bin + 1;
      while (end < bins && levels[column * bins + end] === level) end += 1;
      if (level > 0) {
        const [top, height] = [ys[bin] ?? 0, (ys[end] ?? 0) - (ys[bin] ?? 0)];
        const cell = `M${short(left)} ${short(top)}h${short(width)}v${short(height)}h${short(-width)}z`;
        parts.set(level, (parts.get(level) ?? '') + cell);
      }
      bin = end;
    }
  }
  const paths = [...parts].map(([level, data]) => `<path fill="${escapeXml(ramp[level] ?? '#888888')}" d="${data}"/>`);
  return `<g shape-rendering="crispEdges">${paths.join('')}</g>`;
}

function rectText({ left, top, width, height }: Rect): string {
  return `x="${short(left)}" y="${short(top)}" width="${short(width)}" height="${short(height)}"`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}
