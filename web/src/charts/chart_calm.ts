// Axes that stay calm while data arrive. A fitted domain moves with every point; a chart that follows it never rests, and the
// eye cannot compare. So the shown domain is kept as long as the data fit in, grows with room to spare, and shrinks only when
// most of it stands empty.
import type { Domain, ScaleKind } from './line_data';
import { sameDomain } from './chart_zoom';

export interface CalmOptions {
  // What is added at an end that grew, as a part of the span: the price of rest in empty space.
  readonly slack: number;
  // The same for linear scales, whose fitted domain may have its own steps.
  readonly linearSlack: number;
  // How far the fitted domain may pass the shown one, as a part of the span, before that counts as growth: its padding grows with
  // the data, and need not be kept whole.
  readonly tolerance: number;
  // The part of the shown span that data must fill, or it is fitted anew.
  readonly leastFill: number;
}

export const calmX: CalmOptions = { slack: 0.1, linearSlack: 0.1, tolerance: 0.0145, leastFill: 0.5 };
// Linear vertical axes are fitted to round numbers, so they move in steps without more.
export const calmY: CalmOptions = { slack: 0.05, linearSlack: 0, tolerance: 0.03, leastFill: 0.5 };

export function calmDomain(shown: Domain, fitted: Domain, kind: ScaleKind, options: CalmOptions): Domain {
  const bend = kind === 'log' ? Math.log : (value: number): number => value;
  const unbend = kind === 'log' ? Math.exp : (value: number): number => value;
  const [shownMin, shownMax, min, max] = [bend(shown.min), bend(shown.max), bend(fitted.min), bend(fitted.max)];
  const span = max - min;
  if (!Number.isFinite(span) || !Number.isFinite(shownMax - shownMin)) return fitted;
  const growsDown = min < shownMin - span * options.tolerance;
  const growsUp = max > shownMax + span * options.tolerance;
  const slack = span * (kind === 'linear' ? options.linearSlack : options.slack);
  const isSparse = span < (shownMax - shownMin) * options.leastFill;
  if (!growsDown && !growsUp) return isSparse ? fitted : shown;
  // Far more data than were shown is another picture, such as the rest of a file being read: no reason to leave room.
  if (isSparse || span > 4 * (shownMax - shownMin)) return fitted;
  return {
    min: growsDown ? unbend(min - slack) : shown.min,
    max: growsUp ? unbend(max + slack) : shown.max,
  };
}

// One axis over time. What it shows is kept while `reason` stays the same by identity of its parts: the curves, the kind of
// scale, the options. A change of any of these is the user's wish, and is fitted exactly.
export class CalmAxis {
  #reason: readonly unknown[] = [];
  #kind: ScaleKind | undefined;
  #shown: Domain | undefined;

  constructor(readonly options: CalmOptions) {}

  // With `isHeld` the axis does not move at all: a gesture is under way, and the ground must not shift below it; or nothing is shown, and
  // what comes back is found where it was.
  next(reason: readonly unknown[], fitted: Domain, kind: ScaleKind, isHeld: boolean): Domain {
    if (isHeld && this.#shown !== undefined && kind === this.#kind) return this.#shown;
    const isSame = reason.length === this.#reason.length && reason.every((part, i) => part === this.#reason[i]);
    const next = this.#shown !== undefined && isSame ? calmDomain(this.#shown, fitted, kind, this.options) : fitted;
    this.#reason = reason;
    this.#kind = kind;
    if (!sameDomain(this.#shown, next)) this.#shown = next;
    return this.#shown ?? next;
  }
}

// The list of before where the new one has the same members, so that what is derived from it is not derived again.
export function keepIfSame<T>(before: readonly T[], now: readonly T[]): readonly T[] {
  return before.length === now.length && now.every((item, i) => item === before[i]) ? before : now;
}
