// The text that goes with a clip, from the text kind of the server.
import { list, object, text } from '$api/foreign';
import type { Server } from '$api/server';
import type { LoadQueue } from '$media/load_queue';
import { valuePath, valueQuery } from '$media/media_url';
import { areSameSteps, type Step } from '$media/step_column';
import { readStepsAnswer, type StepSeries } from '$media/step_series';
import { transcriptTags } from './transcript_tags';

export interface Transcript {
  readonly tag: string;
  readonly text: string;
}

// More is read in the text dashboard.
const mostCharacters = 20_000;

export class TranscriptSource {
  readonly #server: Pick<Server, 'get' | 'postForColumns'>;
  readonly #queue: LoadQueue;
  // By run and tag of the clip.
  readonly #series = new Map<string, StepSeries | undefined>();

  constructor(server: Pick<Server, 'get' | 'postForColumns'>, queue: LoadQueue) {
    this.#server = server;
    this.#queue = queue;
  }

  // At the clip's step exactly: a text of another step would be about another clip. Undefined if there is none.
  async load(clip: StepSeries, step: Step, signal: AbortSignal): Promise<Transcript | undefined> {
    const series = await this.#seriesOf(clip, step, signal);
    const ref = series?.refAt(series.steps.indexOf(step));
    if (series === undefined || ref === undefined) return undefined;
    const answer = await this.#queue.run(
      (abort) => this.#server.get(valuePath('text', 'value'), valueQuery(ref), abort),
      { signal, distance: () => Infinity },
    );
    const cells = list(object(answer, 'text')['cells'], 'cells').map((cell) => text(cell, 'cell'));
    return { tag: series.tagName, text: cells.join('\n').slice(0, mostCharacters) };
  }

  async #seriesOf(clip: StepSeries, step: Step, signal: AbortSignal): Promise<StepSeries | undefined> {
    const key = `${clip.runId}/${clip.tagId}`;
    const known = this.#series.get(key);
    // A run that goes on may have more by now.
    const isOld = known !== undefined && (known.steps.last === undefined || known.steps.last < step);
    if (this.#series.has(key) && !isOld) return known;
    const tags = transcriptTags(clip.tagName);
    const answer = await this.#queue.run(
      (abort) =>
        this.#server.postForColumns(
          'api/text/steps',
          { series: tags.map((tag) => ({ run: clip.runName, tag })) },
          abort,
        ),
      { signal, distance: () => Infinity },
    );
    const found = readStepsAnswer(answer).series.map(({ series }) => series);
    const has = (series: StepSeries): boolean => areSameSteps(series.steps.at(series.steps.nearest(step)), step);
    const byName = tags.flatMap((tag) => found.filter((series) => series.tagName === tag));
    const best = byName.find(has) ?? byName[0];
    this.#series.set(key, best);
    return best;
  }
}
