// Curves as a chart takes them. A curve that did not change stays the same object.
import type { LineSeries } from '$charts/line_data';
import { differenceTo } from './baseline_difference';
import type { CardQuery } from './card_query';
import type { GroupLine } from './group_lines';
import { seriesKey, type RunSeries } from './series_answer';

export type LabelOfRun = (runId: string, runName: string) => string;

interface Made {
  readonly line: LineSeries;
  readonly baseline: RunSeries | undefined;
}

export class LineMaker {
  readonly #query: CardQuery;
  readonly #labelOf: LabelOfRun;
  readonly #tags: ReadonlyMap<string, CardQuery['tags'][number]>;
  #made = new WeakMap<RunSeries, Made>();

  constructor(query: CardQuery, labelOf: LabelOfRun) {
    this.#query = query;
    this.#labelOf = labelOf;
    this.#tags = new Map(query.tags.map((tag) => [tag.id, tag]));
  }

  lines(series: readonly RunSeries[]): readonly LineSeries[] {
    const { baseline } = this.#query;
    if (baseline === undefined) return series.map((one) => this.#line(one, undefined));
    const byKey = new Map(series.map((one) => [one.key, one]));
    const isChosen = this.#query.areAllRuns || this.#query.runs.some((run) => run.id === baseline);
    return series.flatMap((one) => {
      const other = byKey.get(seriesKey(baseline, one.tagId));
      return other === undefined || (one === other && !isChosen) ? [] : [this.#line(one, other)];
    });
  }

  groupLines(lines: readonly GroupLine[]): readonly LineSeries[] {
    return lines.map((line) => ({
      key: line.key,
      label: this.#label(line.group, line.tagId),
      x: line.x,
      y: line.y,
      bands: line.band && [line.band],
      steps: line.exactSteps,
      side: this.#side(line.tagId),
      isBackground: false,
    }));
  }

  // The same curves with the names that runs have now.
  relabel(lines: readonly LineSeries[], series: readonly RunSeries[]): readonly LineSeries[] {
    const labels = new Map(series.map((one) => [one.key, this.#runLabel(one)]));
    const isSame = lines.every((line) => (labels.get(line.key) ?? line.label) === line.label);
    if (isSame) return lines;
    this.#made = new WeakMap();
    return lines.map((line) => ({ ...line, label: labels.get(line.key) ?? line.label }));
  }

  #line(series: RunSeries, baseline: RunSeries | undefined): LineSeries {
    const known = this.#made.get(series);
    if (known !== undefined && known.baseline === baseline) return known.line;
    const line = this.#make(series, baseline);
    this.#made.set(series, { line, baseline });
    return line;
  }

  #make(series: RunSeries, baseline: RunSeries | undefined): LineSeries {
    const { points } = series;
    const x = points.x.view;
    const times = points.wallTimes?.view;
    const line: LineSeries = {
      key: series.key,
      label: this.#runLabel(series),
      x,
      y: points.y.view,
      // Behind the line of a group, the curves of its runs are faint enough.
      raw: this.#query.group === undefined ? points.raw?.view : undefined,
      marks: points.marks.length === 0 ? undefined : points.marks,
      superseded: points.superseded,
      steps: points.exactSteps ?? points.steps?.view,
      wallTimes: times instanceof Float64Array ? times : undefined,
      side: this.#side(series.tagId),
      isBackground: this.#query.group !== undefined,
    };
    if (baseline === undefined) return line;
    const other = baseline.points;
    const otherRaw = other.raw?.view;
    return {
      ...line,
      y: differenceTo(x, line.y, other.x.view, other.y.view),
      raw: line.raw && otherRaw && differenceTo(x, line.raw, other.x.view, otherRaw),
      // Values that were replaced have no counterpart.
      superseded: undefined,
    };
  }

  #runLabel(series: RunSeries): string {
    return this.#label(this.#labelOf(series.runId, series.runName), series.tagId);
  }

  #label(name: string, tagId: string): string {
    return this.#tags.size === 1 ? name : `${name} · ${this.#tags.get(tagId)?.name ?? tagId}`;
  }

  #side(tagId: string): LineSeries['side'] {
    return this.#tags.get(tagId)?.side ?? 'left';
  }
}
