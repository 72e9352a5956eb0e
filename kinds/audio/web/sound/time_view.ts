// Which part of a clip is shown, in seconds from its beginning.

export interface TimeView {
  readonly begin: number;
  readonly end: number;
}

// So little that single samples are far apart at any usual rate.
const leastSeconds = 0.001;

// `factor` below 1 shows less. What is at `place` (0: left, 1: right) stays there.
export function zoomed(view: TimeView, factor: number, place: number, seconds: number): TimeView {
  const span = view.end - view.begin;
  const next = Math.min(seconds, Math.max(Math.min(leastSeconds, seconds), span * factor));
  const middle = view.begin + span * place;
  return inside(middle - next * place, next, seconds);
}

export function panned(view: TimeView, by: number, seconds: number): TimeView {
  return inside(view.begin + by, view.end - view.begin, seconds);
}

function inside(begin: number, span: number, seconds: number): TimeView {
  const first = Math.min(Math.max(0, begin), Math.max(0, seconds - span));
  return { begin: first, end: first + span };
}

// Follows a clip that plays: the page is turned when it comes to the edge.
export function following(view: TimeView, position: number, seconds: number): TimeView {
  if (position >= view.begin && position <= view.end) return view;
  return inside(position, view.end - view.begin, seconds);
}

export function placeOf(view: TimeView, position: number): number {
  return view.end > view.begin ? (position - view.begin) / (view.end - view.begin) : 0;
}
