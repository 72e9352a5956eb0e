// How the curves of a card look. Runs have colours; several tags in one chart are told apart by dashes, or by colour where there is only one run.
// Cards with a thousand curves change their looks with every run that is hovered, so styles are made once for the page and shared.
import type { LineSeries, LineStyle } from '$charts/line_data';

export interface CardLook {
  // undefined for the line of a group.
  readonly runOf: (key: string) => string | undefined;
  // Where runs are drawn in groups: all of a group have its colour.
  readonly groupOf: ((key: string) => string | undefined) | undefined;
  // Of runs that are not here yet: undefined.
  readonly runStyle: (run: string) => LineStyle | undefined;
  readonly nameColor: (name: string) => string;
  readonly hoveredRun: string | undefined;
  // Ids, in the order of the card.
  readonly tags: readonly string[];
}

const dashes: readonly (readonly number[])[] = [[], [7, 3], [2, 3], [10, 3, 2, 3], [4, 2], [12, 4], [1, 3]];
const hidden: LineStyle = { color: '#808080', isVisible: false, isHighlighted: false, dash: [] };

export function cardStyles(series: readonly LineSeries[], look: CardLook): ReadonlyMap<string, LineStyle> {
  const places = new Map(look.tags.map((tag, i) => [tag, i]));
  const isPlain = places.size <= 1 && look.groupOf === undefined;
  const isByTag = places.size > 1 && hasOneRun(series, look);
  const styles = new Map<string, LineStyle>();
  for (const { key } of series) {
    const run = look.runOf(key);
    const base = run === undefined ? undefined : (look.runStyle(run) ?? hidden);
    if (isPlain && base !== undefined && run !== look.hoveredRun) {
      styles.set(key, base);
      continue;
    }
    const tag = key.slice(key.lastIndexOf('/') + 1);
    const name = isByTag ? tag : (look.groupOf?.(key) ?? (base === undefined ? key : undefined));
    styles.set(key, {
      color: name === undefined ? (base ?? hidden).color : look.nameColor(name),
      isVisible: base?.isVisible ?? true,
      isHighlighted: run !== undefined && run === look.hoveredRun,
      dash: isByTag ? [] : (dashes[(places.get(tag) ?? 0) % dashes.length] ?? []),
    });
  }
  return styles;
}

function hasOneRun(series: readonly LineSeries[], look: CardLook): boolean {
  let only: string | undefined;
  for (const { key } of series) {
    const run = look.runOf(key);
    if (run !== undefined && look.runStyle(run)?.isVisible !== true) continue;
    const name = run ?? key.slice(0, key.lastIndexOf('/'));
    if (only !== undefined && only !== name) return false;
    only = name;
  }
  return only !== undefined;
}
