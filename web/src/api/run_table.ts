// Numbers of runs in rows: the last, lowest, highest, ... value of chosen tags, and which runs fulfil a condition.
import { list, number, object, optionalNumber, text } from './foreign';
import type { Server } from './server';

export type TableWhat = 'last' | 'first' | 'min' | 'max' | 'mean' | 'count' | 'last_step';

export interface TableColumn {
  readonly tag: string;
  readonly what: TableWhat;
}

export interface TableQuery {
  readonly columns: readonly TableColumn[];
  // A condition, '' for none. A mistake in it is a ServerError that says where.
  readonly filter: string;
}

export interface RunTable {
  // Of all runs that fulfil the condition, by id: a value for each column in its order, undefined where the run has none.
  readonly rows: ReadonlyMap<string, readonly (number | undefined)[]>;
  readonly total: number;
  // Tags of the condition that no run has.
  readonly missingTags: readonly string[];
}

export async function fetchRunTable(server: Server, query: TableQuery, signal?: AbortSignal): Promise<RunTable> {
  const body = { columns: query.columns, ...(query.filter !== '' && { filter: query.filter }) };
  const answer = object(await server.post('api/scalars/table', body, signal), 'table');
  const rows = new Map<string, readonly (number | undefined)[]>();
  for (const one of list(answer['rows'], 'rows')) {
    const row = object(one, 'row');
    rows.set(text(row['run_id'], 'run id'), list(row['values'], 'values').map(optionalNumber));
  }
  const missingTags = list(answer['missing'] ?? [], 'missing').flatMap((one) => {
    const { tag } = object(one, 'missing');
    return typeof tag === 'string' ? [tag] : [];
  });
  return { rows, total: number(answer['total'], 'total'), missingTags };
}
