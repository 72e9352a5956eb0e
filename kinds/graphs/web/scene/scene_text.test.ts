import { describe, expect, it } from 'vitest';
import { TextFitter, WrittenPlaces } from './scene_text';

describe('TextFitter', () => {
  const fitter = new TextFitter((text) => [...text].length);

  it('leaves what fits', () => {
    expect(fitter.fit('conv2d', false, 6)).toBe('conv2d');
  });
  it('keeps the beginning and the end', () => {
    const cut = fitter.fit('batch_normalization_12', false, 10);
    expect(cut).toMatch(/^batch.*…._12$|^batch.*…12$|^batch.*…_12$/u);
    expect([...cut].length).toBeLessThanOrEqual(10);
  });
  it('never is longer than the room, whatever was asked before', () => {
    for (const room of [12, 11.9, 11, 7.3, 7.2, 3, 12, 4]) {
      expect([...fitter.fit('a_rather_long_name_of_a_node', false, room)].length).toBeLessThanOrEqual(room);
    }
  });
  it('is nothing where there is no room', () => {
    expect(fitter.fit('conv2d', false, 1)).toBe('');
    expect(fitter.fit('conv2d', false, Number.NaN)).toBe('');
  });
  it('cuts between letters, not inside of them', () => {
    expect(fitter.fit('𝒳𝒳𝒳𝒳𝒳𝒳𝒳𝒳', false, 4)).toBe('𝒳𝒳…𝒳');
  });
  it('measures each text once', () => {
    let calls = 0;
    const counting = new TextFitter((text) => {
      calls += 1;
      return text.length;
    });
    for (let i = 0; i < 5; i += 1) counting.fit('name', true, 10);
    expect(calls).toBe(1);
  });
});

it('WrittenPlaces knows what is taken, across its cells and below zero', () => {
  const places = new WrittenPlaces();
  places.add(-20, -5, 200, 5);
  expect(places.isFree(150, -2, 160, 2)).toBe(false);
  expect(places.isFree(-19, 0, -18, 1)).toBe(false);
  expect(places.isFree(150, 5, 160, 9)).toBe(true);
  expect(places.isFree(201, -2, 260, 2)).toBe(true);
});
