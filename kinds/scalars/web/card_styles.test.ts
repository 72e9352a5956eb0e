import { describe, expect, test } from 'vitest';
import type { LineSeries } from '$charts/line_data';
import { cardStyles, type CardLook } from './card_styles';

function line(key: string): LineSeries {
  return { key, label: key, x: new Float64Array(), y: new Float64Array(), side: 'left', isBackground: false };
}

const look: CardLook = {
  runOf: (key) => (key.startsWith('group:') ? undefined : key.split('/')[0]),
  groupOf: undefined,
  runStyle: (run) =>
    run === 'unknown'
      ? undefined
      : { color: `color of ${run}`, isVisible: run !== 'hidden', isHighlighted: false, dash: [] },
  nameColor: (name) => `color of ${name}`,
  hoveredRun: 'b',
  tags: ['loss', 'rate'],
};

describe('cardStyles', () => {
  test('runs have colours, further tags dashes', () => {
    const styles = cardStyles(['a/loss', 'a/rate', 'b/loss', 'hidden/loss'].map(line), look);
    expect(styles.get('a/loss')).toEqual({ color: 'color of a', isVisible: true, isHighlighted: false, dash: [] });
    expect(styles.get('a/rate')?.dash).not.toEqual([]);
    expect(styles.get('b/loss')?.isHighlighted).toBe(true);
    expect(styles.get('hidden/loss')?.isVisible).toBe(false);
  });

  test('a run that is not in the list yet is not drawn', () => {
    const styles = cardStyles(['a/loss', 'unknown/loss', 'b/loss'].map(line), { ...look, tags: ['loss'] });
    expect([...styles.values()].map(({ isVisible }) => isVisible)).toEqual([true, false, true]);
    expect(styles.get('b/loss')?.isHighlighted).toBe(true);
  });

  test('the tags of a single run are told apart by colour', () => {
    const styles = cardStyles(['a/loss', 'a/rate', 'hidden/loss'].map(line), look);
    expect(styles.get('a/loss')?.color).toBe('color of loss');
    expect(styles.get('a/rate')).toMatchObject({ color: 'color of rate', dash: [] });
  });

  test('a group and its runs have one colour', () => {
    const grouped = { ...look, tags: ['loss'], groupOf: () => 'seeds' };
    const styles = cardStyles(['group:seeds/loss', 'a/loss', 'b/loss'].map(line), grouped);
    expect([...styles.values()].map(({ color }) => color)).toEqual(Array(3).fill('color of seeds'));
  });
});
