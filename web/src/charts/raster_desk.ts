// Keeps the data of charts and draws them when told: what runs in the worker, and on the page itself where there is none.

import type { LineSeries, LineStyle } from './line_data';
import type { PaintAnswer, PaintRequest } from './line_pack';
import { drawLines, RasterTarget } from './line_raster';
import { RecentPictures, type Looks, type Picture } from './recent_pictures';

interface Chart {
  series: readonly LineSeries[];
  styles: ReadonlyMap<string, LineStyle>;
}

// Fewer are drawn as fast as they are found.
const leastKeptPoints = 10_000;
const mostKeptBytes = 16 << 20;

export class RasterDesk {
  private readonly charts = new Map<string, Chart>();
  private readonly target = new RasterTarget();
  private readonly recent = new RecentPictures(mostKeptBytes);

  // The answer to a draw request; nothing for the others.
  handle(request: PaintRequest): PaintAnswer | undefined {
    const chart = this.charts.get(request.chart) ?? { series: [], styles: new Map<string, LineStyle>() };
    switch (request.kind) {
      case 'data':
        chart.series = request.series;
        this.recent.forget(request.chart);
        this.charts.set(request.chart, chart);
        return undefined;
      case 'draw':
        if (request.styles !== undefined) chart.styles = request.styles;
        this.charts.set(request.chart, chart);
        return { chart: request.chart, id: request.id, ...this.draw(request.chart, chart, request) };
      case 'release':
        this.recent.forget(request.chart);
        this.charts.delete(request.chart);
        return undefined;
    }
  }

  private draw(name: string, { series, styles }: Chart, { view, theme }: Pick<Looks, 'view' | 'theme'>): Picture {
    const isKept = series.reduce((sum, { x }) => sum + x.length, 0) >= leastKeptPoints;
    const looks = { view, styles, theme };
    const known = isKept ? this.recent.find(name, looks) : undefined;
    if (known !== undefined) return known;
    const picture = drawLines(this.target, series, view, styles, theme);
    if (isKept) this.recent.keep(name, looks, picture);
    return picture;
  }
}
