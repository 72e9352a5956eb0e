import { describe, expect, it } from 'vitest';
import type { ColumnAnswer } from '$api/columns';
import { LoadQueue } from '$media/load_queue';
import { StepColumn } from '$media/step_column';
import { StepSeries } from '$media/step_series';
import { TranscriptSource } from './transcript_source';

const { signal } = new AbortController();
const clip = new StepSeries({
  runId: 'r1',
  runName: 'train',
  tagId: 'a1',
  tagName: 'speech',
  samples: 1,
  superseded: 0,
  description: '',
  steps: new StepColumn(Float64Array.of(1, 2)),
  facts: new Map(),
});

class FakeTexts {
  asked = 0;
  constructor(private readonly texts: Readonly<Record<string, readonly number[]>>) {}

  postForColumns(): Promise<ColumnAnswer> {
    this.asked += 1;
    const series = Object.entries(this.texts).map(([tag, steps]) => ({
      run_id: 'r1',
      run: 'train',
      tag_id: tag,
      tag,
      points: steps.length,
      step: { steps },
    }));
    const column = (value: unknown): Float64Array | undefined => {
      const steps: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'steps') : undefined;
      return Array.isArray(steps) ? Float64Array.from(steps) : undefined;
    };
    return Promise.resolve({ head: { series }, column });
  }

  get(_path: string, query: Readonly<Record<string, unknown>> = {}): Promise<unknown> {
    return Promise.resolve({ cells: [`${String(query['tag_id'])} at ${String(query['step'])}`, 'second'] });
  }
}

describe('TranscriptSource', () => {
  it('gives the text of the same step, asking for steps once', async () => {
    const server = new FakeTexts({ 'speech/text': [1, 2], 'speech/text_summary': [1] });
    const source = new TranscriptSource(server, new LoadQueue());
    expect(await source.load(clip, 1, signal)).toEqual({
      tag: 'speech/text_summary',
      text: 'speech/text_summary at 1\nsecond',
    });
    await source.load(clip, 1, signal);
    expect(server.asked).toBe(1);
  });

  it('gives no text of another step, and looks again when there may be more', async () => {
    const server = new FakeTexts({ 'speech/text': [1] });
    const source = new TranscriptSource(server, new LoadQueue());
    expect(await source.load(clip, 0, signal)).toBeUndefined();
    expect(await source.load(clip, 2, signal)).toBeUndefined();
    expect(server.asked).toBe(2);
  });

  it('knows that there is none', async () => {
    const server = new FakeTexts({});
    const source = new TranscriptSource(server, new LoadQueue());
    expect(await source.load(clip, 1, signal)).toBeUndefined();
    expect(await source.load(clip, 2, signal)).toBeUndefined();
    expect(server.asked).toBe(1);
  });
});
