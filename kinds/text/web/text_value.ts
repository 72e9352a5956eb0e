// Answers of /api/text/value and /api/text/values.
import { flag, list, number, object, optionalText, text } from '$api/foreign';

// A logged text is a table: one string is a table of one cell, a list one of one column.
export interface TextValue {
  readonly rows: number;
  readonly columns: number;
  // Row by row.
  readonly cells: readonly string[];
  // Safe HTML, made by the server from Markdown; undefined where it was not asked for.
  readonly html: string | undefined;
  // There is more than this.
  readonly isTruncated: boolean;
}

export function readTextValue(answer: unknown): TextValue {
  const value = object(answer, 'text');
  return {
    rows: number(value['rows'], 'rows'),
    columns: number(value['columns'], 'columns'),
    cells: list(value['cells'], 'cells').map((cell) => text(cell, 'cell')),
    html: optionalText(value['html']),
    isTruncated: flag(value['truncated']),
  };
}

// Of a part of a series: texts by their place in it, or why one cannot be read.
export function readTextValues(answer: unknown): ReadonlyMap<number, TextValue | string> {
  const series = list(object(answer, 'texts')['series'], 'series');
  return new Map(
    series.flatMap((one) =>
      list(object(one, 'series')['values'], 'values').map((each): [number, TextValue | string] => {
        const value = object(each, 'value');
        return [number(value['index'], 'index'), optionalText(value['error']) ?? readTextValue(value)];
      }),
    ),
  );
}

// As it was logged. Of a table, cells are parted by tabs, as spreadsheets take them.
export function plainText({ columns, cells }: TextValue): string {
  if (columns <= 1) return cells.join('\n');
  const rows: string[] = [];
  for (let begin = 0; begin < cells.length; begin += columns) rows.push(cells.slice(begin, begin + columns).join('\t'));
  return rows.join('\n');
}

export function textLength(value: TextValue): number {
  return value.cells.reduce((n, cell) => n + cell.length, value.html?.length ?? 0);
}
