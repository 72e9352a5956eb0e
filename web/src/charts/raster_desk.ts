// Keeps the data of charts and draws them when told: what runs in the worker, and on the page itself where there is none.

import type { LineSeries, LineStyle } from './line_data';
import type { PaintAnswer, PaintRequest } from './line_pack';
import { drawLines, RasterTarget } from './line_raster';

interface Chart {
  series: readonly LineSeries[];
  styles: ReadonlyMap<string, LineStyle>;
}

export class RasterDesk {
  private readonly charts = new Map<string, Chart>();
  private readonly target = new RasterTarget();

  // The answer to a draw request; nothing for the others.
  handle(request: PaintRequest): PaintAnswer | undefined {
    const chart = this.charts.get(request.chart) ?? { series: [], styles: new Map<string, LineStyle>() };
    switch (request.kind) {
      case 'data':
        chart.series = request.series;
        this.charts.set(request.chart, chart);
        return undefined;
      case 'draw':
        if (request.styles !== undefined) chart.styles = request.styles;
        this.charts.set(request.chart, chart);
        return {
          chart: request.chart,
          id: request.id,
          ...drawLines(this.target, chart.series, request.view, chart.styles, request.theme),
        };
      case 'release':
        this.charts.delete(request.chart);
        return undefined;
    }
  }
}
