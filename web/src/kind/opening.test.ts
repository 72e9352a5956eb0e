import { describe, expect, it } from 'vitest';
import { Opening } from './opening.svelte';

function opening(): { readonly opening: Opening; readonly loseTime: () => void } {
  const late: (() => void)[] = [];
  const made = new Opening({ later: (_, act) => late.push(act), afterPaint: (act) => act() });
  return { opening: made, loseTime: () => late.forEach((act) => act()) };
}

describe('Opening', () => {
  it('is over when the dashboard is made and nobody holds it', () => {
    const { opening: it } = opening();
    expect(it.isOver).toBe(false);
    it.made();
    expect(it.isOver).toBe(true);
  });

  it('waits for everybody who holds it', () => {
    const { opening: it } = opening();
    const first = it.hold();
    const second = it.hold();
    it.made();
    first();
    first();
    expect(it.isOver).toBe(false);
    second();
    expect(it.isOver).toBe(true);
  });

  it('is not over while the dashboard is still to be made', () => {
    const { opening: it } = opening();
    it.hold()();
    expect(it.isOver).toBe(false);
  });

  it('loses patience', () => {
    const { opening: it, loseTime } = opening();
    it.hold();
    loseTime();
    expect(it.isOver).toBe(true);
  });
});
