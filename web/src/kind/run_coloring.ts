// Which colour each run has: its own if the user chose one, else by its name or by its group.
import type { Run } from '$api/core';
import type { RunNote } from '$api/profile';
import { ColorAssigner, groupOf, ungroupedColor, type Palette } from '$base/run_colors';
import { expressionProblem } from '$base/text_pattern';
import { colorByTags } from './runs_params';

export type RunNotes = ReadonlyMap<string, RunNote>;

// The group that a run is in; undefined: in none.
export type RunGrouping = (run: Run) => string | undefined;

// `by` as colorByParam has it. One that does not compile groups nothing: a run is its own group, as without it. An expression is read as the
// list is: without the folder that all names begin with, unless it means that one.
export function groupingBy(by: string, notes: RunNotes, commonFolder = ''): RunGrouping {
  if (by === colorByTags) {
    return (run) => {
      const tags = notes.get(run.name)?.tags ?? [];
      return tags.length === 0 ? undefined : [...tags].sort().join(', ');
    };
  }
  const pattern = by === '' ? undefined : compileGroups(by).pattern;
  if (pattern === undefined) return (run) => run.name;
  const shown = commonFolder.length;
  return (run) => groupOf(run.name.slice(shown), pattern) ?? (shown > 0 ? groupOf(run.name, pattern) : undefined);
}

export interface CompiledGroups {
  readonly pattern?: RegExp;
  // What is wrong, and at which place of the text.
  readonly problem?: { readonly message: string; readonly at: number };
}

export function compileGroups(source: string): CompiledGroups {
  try {
    return { pattern: new RegExp(source, 'u') };
  } catch (error) {
    return { problem: expressionProblem(source, error) };
  }
}

// Gives colours and remembers them, so that a run keeps its own when others come, until the palette or the grouping changes.
export class RunColoring {
  #assigner = new ColorAssigner([]);
  #key: readonly unknown[] = [];

  // `key` says what the colours hang on besides the runs: another one begins anew.
  colorsOf(
    runs: readonly Run[],
    notes: RunNotes,
    group: RunGrouping,
    palette: Palette,
    key: readonly unknown[],
  ): ReadonlyMap<string, string> {
    if (key.length !== this.#key.length || key.some((part, i) => part !== this.#key[i])) {
      this.#key = key;
      this.#assigner = new ColorAssigner(palette);
    }
    // In the order of their beginning: the next visit, with more runs, gives these the same colours.
    const order = [...runs].sort((a, b) => (a.startTime ?? Number.MAX_VALUE) - (b.startTime ?? Number.MAX_VALUE));
    const colors = new Map<string, string>();
    for (const run of order) {
      const name = group(run);
      const color = name === undefined ? ungroupedColor : this.#assigner.colorOf(name);
      colors.set(run.id, ownColor(notes, run) ?? color);
    }
    return colors;
  }
}

// A side file may hold anything, and what draws wants six digits.
function ownColor(notes: RunNotes, run: Run): string | undefined {
  const color = notes.get(run.name)?.color;
  return color !== undefined && /^#[0-9a-f]{6}$/i.test(color) ? color : undefined;
}
