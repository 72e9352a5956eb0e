// Draws what nobody sees, so that the browser has compiled the code for lines when the first chart comes: unprepared, a thousand curves take
// several times as long. The page is busy with itself meanwhile.
import type { AxisView, ChartTheme, ChartView, LineSeries, LineStyle } from './line_data';
import { drawLines, RasterTarget } from './line_raster';

const longestMilliseconds = 20;
const curves = 24;
const points = 120;

export function rehearse(now: () => number = () => performance.now()): number {
  const target = new RasterTarget();
  const series = Array.from({ length: curves }, (_, i) => curve(i));
  const style: LineStyle = { color: '#4477aa', isVisible: true, isHighlighted: false, dash: [] };
  const styles = new Map(series.map(({ key }) => [key, style]));
  const end = now() + longestMilliseconds;
  let pictures = 0;
  for (; now() < end; pictures += 1) drawLines(target, series, view, styles, theme);
  return pictures;
}

const axis = (min: number, max: number): AxisView => ({ kind: 'linear', domain: { min, max }, symlogConstant: 1 });
const view: ChartView = { x: axis(0, points), left: axis(-1, 2), width: 240, height: 120, pixelRatio: 1 };
const theme: ChartTheme = { ground: '', text: '', dim: '', grid: '', axis: '', accent: '', isDark: false };

// Columns of the types that the server sends most; steep and flat parts, and points closer than pixels.
function curve(number: number): LineSeries {
  const x = new Int32Array(points);
  const y = new Float32Array(points);
  const raw = new Float32Array(points);
  for (let i = 0; i < points; i += 1) {
    x[i] = i;
    y[i] = Math.exp(-i / (20 + number)) + 0.01 * number;
    raw[i] = (y[i] ?? 0) + (((i * 7919 + number * 104_729) % 1000) / 1000 - 0.5) * (i % 3);
  }
  return { key: String(number), label: '', x, y, raw, side: 'left', isBackground: false };
}
