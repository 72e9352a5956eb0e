import { beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '$api/core';
import {
  fakeDistribution,
  fakeHistogramRun,
  FakeHistogramServer,
  fakeTag,
  openQueue,
  settle,
  type Head,
} from '$histograms/fake_histogram_server';
import { readDistributions } from '$histograms/histogram_answer';
import { HistogramSource } from '$histograms/histogram_source.svelte';
import { ViewState } from '$kind/view_state.svelte';
import { DistributionView, type ViewModel } from './distribution_view.svelte';
import type { CardSources } from './distributions_model.svelte';
import { layoutParam, levelsParam } from './distributions_params';
import { ZoomBook } from './zoom_book.svelte';

const key = 'aaaaaaaa';
const levels = [0, 0.5, 1];

function rising(from: number, end: number, by: number): readonly number[] {
  return Array.from({ length: Math.ceil((end - from) / by) }, (_, i) => from + i * by);
}

// A log of a hundred steps, of which the whole has every tenth.
function answerTo(body: Head): readonly Head[] {
  const { begin_step: begin, end_step: end } = body;
  const isPart = typeof begin === 'number' && typeof end === 'number';
  const steps = isPart ? rising(begin, Math.min(100, end), 1) : [...rising(0, 100, 10), 99];
  return ['a', 'b'].map((run) => ({
    ...fakeDistribution(run, steps, levels),
    points: isPart ? steps.length : 100,
  }));
}

interface Parts {
  readonly view: DistributionView;
  readonly sources: CardSources;
  readonly page: ViewState;
  readonly server: FakeHistogramServer;
}

function make(): Parts {
  const server = new FakeHistogramServer(answerTo);
  const page = new ViewState({ read: () => '', write: () => undefined });
  page.set(levelsParam, levels);
  const runs: readonly Run[] = ['a', 'b'].map(fakeHistogramRun);
  const style = { color: '#112233', isVisible: true, isHighlighted: false, dash: [] };
  const model: ViewModel = {
    app: { view: page, runs: { selected: runs, isEverything: true, isLoaded: true, hovered: undefined } },
    axis: 'step',
    levels,
    pixelRatio: 1,
    runStyles: new Map(runs.map((run) => [run.id, style])),
    picked: undefined,
    zooms: new ZoomBook(page),
    scaleOf: () => 'linear',
    marksOf: () => [],
    setMarks: () => undefined,
    labelOf: ({ run }) => run,
  };
  const source = (): CardSources['whole'] => new HistogramSource(server.app, openQueue, readDistributions);
  const sources = { whole: source(), part: source() };
  const tag = { id: fakeTag, name: 'w', kind: 'histograms', runs: 2, points: 200, displayName: '', description: '' };
  const card = { key, tag, title: 'w' };
  return {
    view: new DistributionView(model, sources, String, () => ({ card, width: 360 })),
    sources,
    page,
    server,
  };
}

describe('DistributionView', () => {
  let parts: Parts;
  beforeEach(async () => {
    parts = make();
    parts.sources.whole.show(parts.view.wholeQuery);
    await settle();
  });

  it('asks for the levels and draws the runs', () => {
    const { view, server } = parts;
    expect(server.last).toEqual({ selection: { tags: [{ id: fakeTag }] }, max_steps: 512, levels });
    expect(view.lines.map((line) => line.label)).toEqual(['a', 'b']);
    expect(view.fullX).toEqual({ min: 0, max: 99 });
    expect([view.drawnSteps, view.allSteps, view.isComplete]).toEqual([11, 100, false]);
  });

  it('asks for every step of what is zoomed to, and keeps the rest around it', async () => {
    const { view, sources } = parts;
    expect(view.partQuery).toBeUndefined();
    view.setZoom({ x: { min: 42, max: 48 } });
    expect(view.partQuery).toMatchObject({ beginStep: 40, endStep: 51 });
    expect(view.isStale).toBe(true);
    if (view.partQuery !== undefined) sources.part.show(view.partQuery);
    await settle();
    expect(view.isStale).toBe(false);
    expect([...(view.lines[0]?.x ?? [])]).toEqual([0, 10, 20, 30, ...rising(40, 51, 1), 60, 70, 80, 90, 99]);
    expect(view.isComplete).toBe(true);
    expect(view.fullX).toEqual({ min: 0, max: 99 });
    view.setZoom(undefined);
    expect(view.lines[0]?.x).toHaveLength(11);
  });

  it('has one vertical axis for plots beside each other, which is not the choice of the user', () => {
    const { view, page } = parts;
    const shared = view.chartZoom?.left;
    expect(view.isSide).toBe(true);
    expect(shared?.min).toBeLessThan(-40);
    view.setZoom({ x: { min: 0, max: 9 }, left: shared });
    expect(view.zoom?.left).toBeUndefined();
    view.setZoom({ left: { min: -3, max: 7 } });
    expect(view.chartZoom?.left).toEqual({ min: -3, max: 7 });
    view.setZoom(undefined);
    page.set(layoutParam, 'over');
    expect(view.isSide).toBe(false);
    expect(view.chartZoom).toBeUndefined();
  });
});
