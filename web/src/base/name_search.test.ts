import { expect, it } from 'vitest';
import { NameSearch } from './name_search';

const names = ['train/loss', 'val/loss', 'loss', 'train/accuracy', 'Learning Rate', 'layer_1/loss_scale'];

function found(text: string, limit = 10): readonly string[] {
  return new NameSearch(names).search(text, limit).map((index) => names[index] ?? '');
}

it('puts beginnings before parts, and short names before long', () => {
  expect(found('loss')).toEqual(['loss', 'val/loss', 'train/loss', 'layer_1/loss_scale']);
  expect(found('LOSS', 2)).toEqual(['loss', 'val/loss']);
});

it('takes words in any order, and beginnings run together', () => {
  expect(found('loss tr')).toEqual(['train/loss']);
  expect(found('tracc')).toEqual(['train/accuracy']);
  expect(found('lr')).toEqual(['Learning Rate']);
  expect(found('rate')).toEqual(['Learning Rate']);
  expect(found('zzz')).toEqual([]);
  // Letters that stand just anywhere are no find.
  expect(found('tcy')).toEqual([]);
});

it('gives the list in its order while nothing is typed', () => {
  expect(found(' ', 3)).toEqual(names.slice(0, 3));
});

it('finds the same letter by letter as at once', () => {
  for (const text of ['train/loss', 'loss tr', 'lr', 'layer scale', 'a', 'tracc', 'l1ls']) {
    const search = new NameSearch(names);
    for (let length = 0; length <= text.length; length += 1) {
      const typed = text.slice(0, length);
      expect(search.search(typed, 10), typed).toEqual(new NameSearch(names).search(typed, 10));
    }
    for (let length = text.length; length >= 0; length -= 1) {
      const typed = text.slice(0, length);
      expect(search.search(typed, 10), typed).toEqual(new NameSearch(names).search(typed, 10));
    }
  }
});
