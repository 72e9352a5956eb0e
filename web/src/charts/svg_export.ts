// A chart as a figure for a paper: one SVG text that needs nothing else.

import { layoutFigure, legendSample, type Figure, type FigureLayout } from './figure_layout';
import { endDotRadius, lineStrokes, loneDotRadius, markRadius, type Stroke } from './line_layers';
import type { NonFiniteMark } from './line_data';
import { markHeight, triangle } from './line_raster';
import { makeScale, type Scale } from './scale';
import { bandPath, linePath, type PathBox } from './svg_path';

export type { Figure } from './figure_layout';

// Columns of a wide figure: more than a page shows at arm's length, and what keeps ten curves below 200 KB.
const mostColumns = 800;

// Makes any text safe between tags and in attributes. Letters that XML does not have become the sign for a lost one.
export function escapeXml(text: string): string {
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function shortNumber(value: number): string {
  return String(Math.round(value * 100) / 100);
}

interface TextOptions {
  readonly size: number;
  readonly color: string;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly isBold?: boolean;
  readonly isUpright?: boolean;
}

function textElement(text: string, x: number, y: number, options: TextOptions): string {
  if (text === '') return '';
  const place = `x="${shortNumber(x)}" y="${shortNumber(y)}"`;
  const turn = options.isUpright ? ` transform="rotate(-90 ${shortNumber(x)} ${shortNumber(y)})"` : '';
  const weight = options.isBold ? ' font-weight="600"' : '';
  const anchor = ` text-anchor="${options.anchor ?? 'start'}"`;
  const look = ` font-size="${shortNumber(options.size)}" fill="${escapeXml(options.color)}"`;
  return `<text ${place}${look}${anchor}${weight}${turn}>${escapeXml(text)}</text>`;
}

function ruleElement(x0: number, y0: number, x1: number, y1: number, color: string): string {
  const data = `M${shortNumber(x0)} ${shortNumber(y0)}L${shortNumber(x1)} ${shortNumber(y1)}`;
  return `<path d="${data}" stroke="${escapeXml(color)}" fill="none"/>`;
}

interface PlotScales {
  readonly x: Scale;
  readonly left: Scale;
  readonly right: Scale;
}

// Scales of the plot's own coordinates: 0 is its left and its top.
function plotScales(figure: Figure, layout: FigureLayout): PlotScales {
  const { x, left, right } = figure.view;
  return {
    x: makeScale(x, 0, layout.width),
    left: makeScale(left, layout.height, 0),
    right: makeScale(right ?? left, layout.height, 0),
  };
}

function axesParts(figure: Figure, layout: FigureLayout, scales: PlotScales): readonly string[] {
  const { theme, fontSize } = figure;
  const { left, top, width, height } = layout;
  const gap = fontSize * 0.6;
  const small = { size: fontSize, color: theme.dim };
  const parts: string[] = [];
  for (const tick of layout.xTicks) {
    const x = left + scales.x.toPixel(tick.value);
    if (tick.isMajor) parts.push(ruleElement(x, top, x, top + height, theme.grid));
    else parts.push(ruleElement(x, top + height, x, top + height + gap / 2, theme.axis));
    parts.push(textElement(tick.label, x, top + height + gap / 2 + fontSize, { ...small, anchor: 'middle' }));
  }
  for (const tick of layout.leftTicks) {
    const y = top + scales.left.toPixel(tick.value);
    if (tick.isMajor) parts.push(ruleElement(left, y, left + width, y, theme.grid));
    else parts.push(ruleElement(left - gap / 2, y, left, y, theme.axis));
    parts.push(textElement(tick.label, left - gap, y + fontSize * 0.35, { ...small, anchor: 'end' }));
  }
  for (const tick of layout.rightTicks) {
    const y = top + scales.right.toPixel(tick.value);
    parts.push(ruleElement(left + width, y, left + width + gap / 2, y, theme.axis));
    parts.push(textElement(tick.label, left + width + gap, y + fontSize * 0.35, small));
  }
  parts.push(ruleElement(left, top + height, left + width, top + height, theme.axis));
  parts.push(ruleElement(left, top, left, top + height, theme.axis));
  if (figure.view.right !== undefined)
    parts.push(ruleElement(left + width, top, left + width, top + height, theme.axis));
  const label = { size: fontSize, color: theme.text, anchor: 'middle' as const };
  parts.push(
    textElement(figure.title, figure.width / 2, layout.titleY, { ...label, size: fontSize * 1.25, isBold: true }),
  );
  parts.push(textElement(figure.xLabel, left + width / 2, figure.height - gap, label));
  parts.push(textElement(figure.yLabel, gap + fontSize * 0.8, top + height / 2, { ...label, isUpright: true }));
  const rightX = figure.width - gap;
  parts.push(textElement(figure.rightLabel ?? '', rightX, top + height / 2, { ...label, isUpright: true }));
  return parts;
}

function legendParts(figure: Figure, layout: FigureLayout): readonly string[] {
  const { fontSize, theme } = figure;
  return layout.legend.flatMap((entry) => {
    const end = entry.x + fontSize * legendSample;
    const data = `M${shortNumber(entry.x)} ${shortNumber(entry.y)}H${shortNumber(end)}`;
    const line = `<path d="${data}" stroke="${escapeXml(entry.color)}" stroke-width="2"${dashes(entry.dash)} fill="none"/>`;
    const name = textElement(entry.label, end + fontSize * 0.5, entry.y + fontSize * 0.35, {
      size: fontSize,
      color: theme.text,
    });
    return entry.color === 'none' ? [name] : [line, name];
  });
}

function dashes(dash: readonly number[]): string {
  return dash.length === 0 ? '' : ` stroke-dasharray="${dash.map(shortNumber).join(' ')}"`;
}

function circle(x: number, y: number, radius: number, color: string): string {
  return `<circle cx="${shortNumber(x)}" cy="${shortNumber(y)}" r="${radius}" fill="${color}"/>`;
}

function strokeParts(stroke: Stroke, scales: PlotScales, box: PathBox): readonly string[] {
  const { series } = stroke;
  const y = scales[series.side];
  const color = escapeXml(stroke.color);
  const opacity = stroke.alpha < 1 ? ` opacity="${shortNumber(stroke.alpha)}"` : '';
  const line = (data: string): string =>
    `<path d="${data}" fill="none" stroke="${color}" stroke-width="${stroke.width}"${dashes(stroke.dash)}${opacity}/>`;
  switch (stroke.part) {
    case 'band': {
      if (stroke.band === undefined) return [];
      const data = bandPath(series.x, stroke.band.low, stroke.band.high, scales.x, y, box);
      return data === '' ? [] : [`<path d="${data}" fill="${color}"${opacity}/>`];
    }
    case 'superseded': {
      const data = series.superseded ? linePath(series.superseded.x, series.superseded.y, scales.x, y, box).data : '';
      return data === '' ? [] : [line(data)];
    }
    case 'raw': {
      const data = series.raw ? linePath(series.x, series.raw, scales.x, y, box).data : '';
      return data === '' ? [] : [line(data)];
    }
    case 'line': {
      const { data, lonePoints } = linePath(series.x, series.y, scales.x, y, box);
      const parts = data === '' ? [] : [line(data)];
      for (let i = 0; i < lonePoints.length; i += 2) {
        parts.push(circle(lonePoints[i] ?? 0, lonePoints[i + 1] ?? 0, loneDotRadius, color));
      }
      const last = Math.min(series.x.length, series.y.length) - 1;
      const endX = scales.x.toPixel(series.x[last] ?? Number.NaN);
      const endY = y.toPixel(series.y[last] ?? Number.NaN);
      const isSeen = endX >= 0 && endX <= box.width && endY >= 0 && endY <= box.height;
      if (stroke.hasEndDot && isSeen) parts.push(circle(endX, endY, endDotRadius, color));
      return parts;
    }
    case 'marks':
      return (series.marks ?? []).flatMap((mark) => markParts(stroke, mark, scales.x, y, box));
  }
}

function markParts(stroke: Stroke, mark: NonFiniteMark, xScale: Scale, yScale: Scale, box: PathBox): readonly string[] {
  const x = xScale.toPixel(mark.x);
  if (!(x >= 0 && x <= box.width)) return [];
  const color = escapeXml(stroke.color);
  const isUp = mark.kind !== '-inf';
  let y = isUp ? markRadius : box.height - markRadius;
  if (mark.kind === 'nan') {
    const height = markHeight(stroke.series, mark.x);
    const pixel = height === undefined ? Number.NaN : yScale.toPixel(height);
    y = Math.min(Math.max(Number.isNaN(pixel) ? box.height : pixel, markRadius), box.height - markRadius);
  }
  const direction = isUp ? -1 : 1;
  const corners = triangle(x, y, markRadius, direction).map(shortNumber);
  const head = `<polygon points="${corners.join(' ')}" fill="${color}"/>`;
  if (mark.kind === 'nan') return [head];
  const stem = `M${shortNumber(x)} ${shortNumber(y)}v${shortNumber(-direction * markRadius * 1.8)}`;
  return [head, `<path d="${stem}" stroke="${color}" stroke-width="2" fill="none"/>`];
}

export function figureSvg(figure: Figure): string {
  const layout = layoutFigure(figure);
  const scales = plotScales(figure, layout);
  const box: PathBox = {
    width: layout.width,
    height: layout.height,
    columnWidth: Math.max(1, layout.width / mostColumns),
  };
  const size = `width="${shortNumber(figure.width)}" height="${shortNumber(figure.height)}"`;
  const [left, top] = [shortNumber(layout.left), shortNumber(layout.top)];
  const plot = `width="${shortNumber(layout.width)}" height="${shortNumber(layout.height)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${shortNumber(figure.width)} ${shortNumber(figure.height)}"`,
    ` font-family="system-ui, 'Helvetica Neue', Arial, 'Noto Sans CJK SC', sans-serif">`,
    figure.title === '' ? '' : `<title>${escapeXml(figure.title)}</title>`,
    `<rect ${size} fill="${escapeXml(figure.theme.ground)}"/>`,
    ...axesParts(figure, layout, scales),
    ...legendParts(figure, layout),
    `<svg x="${left}" y="${top}" ${plot} stroke-linejoin="round" stroke-linecap="round">`,
    ...lineStrokes(figure.series, figure.styles, figure.theme).flatMap((stroke) => strokeParts(stroke, scales, box)),
    '</svg></svg>',
  ].join('');
}
