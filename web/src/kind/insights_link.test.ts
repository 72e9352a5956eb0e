import { expect, it } from 'vitest';
import { readInsights } from './insights_answer';
import { findingView } from './insights_link';
import type { PlaceInView, TagPlace } from './kind';
import { ViewState } from './view_state.svelte';

const [finding] = readInsights({
  rules: [],
  findings: [
    {
      rule: 'r',
      run: 'a',
      run_id: 'ffffffffffffffff',
      tag: 'loss',
      tag_id: '0123456789abcdef',
      kind: 'scalars',
      step: 9,
      since: 4,
    },
  ],
  checked: { series: 1 },
}).findings;

function linkFrom(hash: string): { readonly link: string; readonly place: TagPlace | undefined } {
  let asked: TagPlace | undefined;
  const place: PlaceInView = (place) => {
    asked = place;
    return [
      ['full', place.card],
      ['zoom', ''],
    ];
  };
  const view = new ViewState({ read: () => hash, write: () => undefined });
  return { link: finding === undefined ? '' : findingView(finding, view, new Map([['scalars', place]])), place: asked };
}

it('leads to the card of the tag and keeps the rest of the view', () => {
  const { link, place } = linkFrom('#insights?runs=x&zoom=y');
  expect(link).toBe('scalars?runs=x&full=01234567');
  expect(place).toEqual({ card: '01234567', isFull: true, step: 9, since: 4 });
});

it('leaves the card where it stands in a page that shows it', () => {
  expect(linkFrom('#scalars').place?.isFull).toBe(false);
  expect(linkFrom('').place?.isFull).toBe(false);
});

it('opens a kind that cannot be led to', () => {
  const view = new ViewState({ read: () => '#insights', write: () => undefined });
  expect(finding && findingView(finding, view, new Map())).toBe('scalars');
});
