// The list of runs as text for a spreadsheet.

export type CsvCell = string | number | bigint | boolean | undefined;

export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

// Numbers with all their digits. A name that begins like a formula would be run by a spreadsheet, so it gets an apostrophe in front, which
// spreadsheets take as "this is text".
function csvCell(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell === undefined ? '' : String(cell);
  const safe = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
