// The parameter that holds what part of their charts single cards show.
import type { ChartZoom } from '$charts/chart_zoom';
import type { Domain } from '$charts/line_data';
import type { ViewParam } from '$kind/view_state.svelte';
import { cardMapParam } from './card_map_param';
import { parseNumber, roundedText } from './compact_text';

const axisLetters = { x: 'x', left: 'l', right: 'r' } as const;

export function chartZoomsParam(key: string): ViewParam<ReadonlyMap<string, ChartZoom>> {
  return cardMapParam<ChartZoom>(key, zoomParts, readZoom);
}

function zoomParts(zoom: ChartZoom): readonly string[] {
  return (['x', 'left', 'right'] as const).flatMap((axis) => {
    const domain = zoom[axis];
    if (domain === undefined) return [];
    const span = domain.max - domain.min;
    return [`${axisLetters[axis]}${roundedText(domain.min, span)}`, roundedText(domain.max, span)];
  });
}

function readZoom(parts: readonly string[]): ChartZoom | undefined {
  const find = (letter: string): Domain | undefined => {
    const at = parts.findIndex((part) => part.startsWith(letter));
    const min = parseNumber(parts[at]?.slice(1));
    const max = parseNumber(parts[at + 1]);
    return min === undefined || max === undefined || !(min < max) ? undefined : { min, max };
  };
  const zoom: ChartZoom = { x: find('x'), left: find('l'), right: find('r') };
  return zoom.x === undefined && zoom.left === undefined && zoom.right === undefined ? undefined : zoom;
}

// As a link keeps it. What is shown is rounded at once: rounded later, it would be another view, asked for and drawn once more.
export function roundedZoom(zoom: ChartZoom): ChartZoom {
  const rounded = (domain: Domain | undefined): Domain | undefined => {
    if (domain === undefined) return undefined;
    const span = domain.max - domain.min;
    const [min, max] = [domain.min, domain.max].map((end) => parseNumber(roundedText(end, span)));
    return min === undefined || max === undefined || !(min < max) ? domain : { min, max };
  };
  return { x: rounded(zoom.x), left: rounded(zoom.left), right: rounded(zoom.right) };
}
