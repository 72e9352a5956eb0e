import { expect, it } from 'vitest';
import { ViewState } from '$kind/view_state.svelte';
import { histogramPlace } from './histogram_place';

function viewOf(text: string): ViewState {
  return new ViewState({ read: () => text, write: () => undefined });
}

const place = { card: '0a1b2c3d', isFull: true, step: 120, since: undefined };

it('opens the card and marks the step', () => {
  expect(histogramPlace(place, viewOf('#insights'))).toEqual([
    ['histograms-full', '0a1b2c3d'],
    ['histograms-step', '120'],
  ]);
  expect(histogramPlace({ ...place, isFull: false, step: undefined }, viewOf('#histograms'))).toEqual([]);
});

it('drops a choice of steps only where it hides the one that matters', () => {
  expect(histogramPlace(place, viewOf('#histograms?histograms-steps=0_200'))).toHaveLength(2);
  expect(histogramPlace(place, viewOf('#histograms?histograms-steps=200_300'))).toContainEqual([
    'histograms-steps',
    '',
  ]);
});
