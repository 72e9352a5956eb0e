// The table of pinned readouts: rows that can be sorted and copied.
import { durationText, stepText, timeText, valueText } from '$base/number_text';
import type { CurvePoint, RangeStatistics } from './data/exact_values';
import type { CurveChange } from './pinned_differences';
import type { pinnedMessages } from './pinned_messages';

export interface PinnedCell {
  readonly text: string;
  // With all digits.
  readonly full: string;
  // What it is sorted by; NaN stands last.
  readonly order: number | bigint | string;
}

export interface PinnedRow {
  readonly key: string;
  readonly color: string;
  readonly cells: readonly PinnedCell[];
}

export interface PinnedTable {
  readonly columns: readonly (keyof typeof pinnedMessages)[];
  readonly rows: readonly PinnedRow[];
}

export interface PinnedLook {
  readonly nameOf: (key: string) => string;
  readonly colorOf: (key: string) => string;
  readonly isShown: (runId: string) => boolean;
  // Seconds since 1970.
  readonly startOf: (key: string) => number | undefined;
  readonly isSmoothed: boolean;
  readonly language: string;
}

export function pointRows(points: readonly CurvePoint[], look: PinnedLook): PinnedTable {
  const smoothed = look.isSmoothed ? (['columnSmoothed'] as const) : [];
  return {
    columns: ['columnRun', 'columnValue', ...smoothed, 'columnStep', 'columnTime', 'columnRelative'],
    rows: points
      .filter((point) => look.isShown(point.runId))
      .map((point) => ({
        key: point.key,
        color: look.colorOf(point.key),
        cells: [
          nameCell(look.nameOf(point.key)),
          valueCell(point.raw),
          ...(look.isSmoothed ? [valueCell(point.value)] : []),
          stepCell(point.step, look.language),
          timeCell(point.wallTime, look.language),
          durationCell(point.wallTime - (look.startOf(point.key) ?? Number.NaN)),
        ],
      })),
  };
}

export function rangeRows(curves: readonly (RangeStatistics | CurveChange)[], look: PinnedLook): PinnedTable {
  return {
    columns: ['columnRun', 'columnStart', 'columnEnd', 'columnDelta', 'columnPercent', 'columnMin', 'columnMax'],
    rows: curves
      .filter((curve) => look.isShown(curve.runId))
      .map(({ key, first, last, lowest, highest }) => {
        const change = last.value - first.value;
        const percent = (100 * change) / Math.abs(first.value);
        return {
          key,
          color: look.colorOf(key),
          cells: [
            nameCell(look.nameOf(key)),
            valueCell(first.value),
            valueCell(last.value),
            valueCell(change),
            {
              text: Number.isFinite(percent) ? `${valueText(Number(percent.toPrecision(4)))} %` : '',
              full: String(percent),
              order: percent,
            },
            valueCell(lowest.value),
            valueCell(highest.value),
          ],
        };
      }),
  };
}

export function sortRows(rows: readonly PinnedRow[], column: number, isDescending: boolean): readonly PinnedRow[] {
  const sign = isDescending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const left = a.cells[column]?.order ?? '';
    const right = b.cells[column]?.order ?? '';
    const isLeftNaN = Number.isNaN(left);
    const isRightNaN = Number.isNaN(right);
    // What has no value stands last in both directions.
    if (isLeftNaN || isRightNaN) return Number(isLeftNaN) - Number(isRightNaN);
    return left < right ? -sign : left > right ? sign : 0;
  });
}

export function tableCsv(heads: readonly string[], rows: readonly PinnedRow[]): string {
  const field = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);
  const lines = [heads, ...rows.map((row) => row.cells.map((cell) => cell.full))];
  return lines.map((line) => `${line.map(field).join(',')}\r\n`).join('');
}

function nameCell(name: string): PinnedCell {
  return { text: name, full: name, order: name };
}

function valueCell(value: number): PinnedCell {
  return { text: valueText(value), full: String(value), order: value };
}

function stepCell(step: number | bigint, language: string): PinnedCell {
  return { text: stepText(step, language), full: String(step), order: step };
}

function timeCell(seconds: number, language: string): PinnedCell {
  return { text: timeText(seconds, language), full: String(seconds), order: seconds };
}

function durationCell(seconds: number): PinnedCell {
  return { text: durationText(seconds), full: String(seconds), order: seconds };
}
