import { describe, expect, it } from 'vitest';
import { following, panned, placeOf, zoomed } from './time_view';

describe('zoomed', () => {
  it('keeps what is under the pointer', () => {
    const view = zoomed({ begin: 0, end: 10 }, 0.5, 0.3, 10);
    expect(view.end - view.begin).toBeCloseTo(5);
    expect(view.begin + 0.3 * (view.end - view.begin)).toBeCloseTo(3);
  });

  it('shows all at most and a millisecond at least', () => {
    expect(zoomed({ begin: 2, end: 4 }, 100, 0.5, 10)).toEqual({ begin: 0, end: 10 });
    const view = zoomed({ begin: 2, end: 4 }, 1e-9, 0.5, 10);
    expect(view.end - view.begin).toBeCloseTo(0.001);
  });

  it('takes a clip that is shorter than a millisecond', () => {
    expect(zoomed({ begin: 0, end: 0.0005 }, 0.5, 0.5, 0.0005)).toEqual({ begin: 0, end: 0.0005 });
  });
});

describe('panned and following', () => {
  it('stays inside the clip', () => {
    expect(panned({ begin: 1, end: 3 }, -5, 10)).toEqual({ begin: 0, end: 2 });
    expect(panned({ begin: 1, end: 3 }, 50, 10)).toEqual({ begin: 8, end: 10 });
  });

  it('turns the page when the sound leaves it', () => {
    const view = { begin: 1, end: 3 };
    expect(following(view, 2, 10)).toBe(view);
    expect(following(view, 3.1, 10)).toEqual({ begin: 3.1, end: 5.1 });
    expect(following(view, 0.5, 10)).toEqual({ begin: 0.5, end: 2.5 });
  });
});

describe('placeOf', () => {
  it('is a part of the width', () => {
    expect(placeOf({ begin: 1, end: 3 }, 1.5)).toBe(0.25);
    expect(placeOf({ begin: 0, end: 0 }, 0)).toBe(0);
  });
});
