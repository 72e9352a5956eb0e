// The curves beside findings in scalars: all that are listed come with one request, reduced to a few pixels.
import { list, object, text } from '$api/foreign';
import type { Column } from '$api/columns';
import { isAborted, type Server } from '$api/server';
import type { Finding } from '$kind/insights_answer';
import type { SparkPoints } from './spark_path';

export const sparkWidth = 96;

// Nobody looks at more.
const mostCurves = 300;

export class SparkSource {
  #curves: ReadonlyMap<string, SparkPoints> = $state.raw(new Map());
  #request: AbortController | undefined;

  constructor(private readonly server: Server) {}

  curve({ kind, runId, tagId }: Finding): SparkPoints | undefined {
    return kind === 'scalars' ? this.#curves.get(`${runId} ${tagId}`) : undefined;
  }

  // Curves that were there stay until the new ones come. Without an answer findings stand without them.
  async show(findings: readonly Finding[]): Promise<void> {
    this.stop();
    const scalars = findings.filter(({ kind }) => kind === 'scalars').slice(0, mostCurves);
    if (scalars.length === 0) return;
    const request = new AbortController();
    this.#request = request;
    try {
      this.#curves = await fetchCurves(this.server, scalars, request.signal);
    } catch (error) {
      if (!isAborted(error)) this.#curves = new Map();
    }
  }

  stop(): void {
    this.#request?.abort();
  }
}

async function fetchCurves(
  server: Server,
  findings: readonly Finding[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, SparkPoints>> {
  const wanted = new Map(
    findings.map(({ runId, tagId }) => [`${runId} ${tagId}`, { run: { id: runId }, tag: { id: tagId } }]),
  );
  const body = { selection: { series: [...wanted.values()] }, width: sparkWidth, columns: ['step', 'value'] };
  const answer = await server.postForColumns('api/scalars', body, signal);
  return new Map(
    list(answer.head['series'], 'series').map((one) => {
      const series = object(one, 'series');
      const key = `${text(series['run_id'], 'run_id')} ${text(series['tag_id'], 'tag_id')}`;
      return [key, { steps: numbers(answer.column(series['step'])), values: numbers(answer.column(series['value'])) }];
    }),
  );
}

// Steps past 2^53 lose their last digits, which a curve of this size does not show.
function numbers(column: Column | undefined): ArrayLike<number> {
  if (column instanceof BigInt64Array || column instanceof BigUint64Array) return Array.from(column, Number);
  return column ?? [];
}
