import { expect, it } from 'vitest';
import { compareNatural } from './natural_order';

it('orders names as people do', () => {
  const names = ['run10', 'run2', 'Run1', 'a-b/c', 'a/z', 'a', 'x007', 'x7', 'x08', '层10', '层9', ''];
  expect([...names].sort(compareNatural)).toEqual([
    '',
    'a',
    'a/z',
    'a-b/c',
    'Run1',
    'run2',
    'run10',
    'x007',
    'x7',
    'x08',
    '层9',
    '层10',
  ]);
});

it('compares numbers longer than a number can hold', () => {
  expect(compareNatural('s9007199254740993', 's9007199254740992')).toBeGreaterThan(0);
  expect(compareNatural('same', 'same')).toBe(0);
});

it('orders decimals and powers of ten by their value, versions part by part', () => {
  const inOrder = [
    'lr=1e-4',
    'lr=1e-3',
    'lr=0.005',
    'lr=0.01',
    'lr=0.05',
    'lr=0.1',
    'lr=0.25',
    'lr=1',
    'lr=1.5',
    'lr=2',
  ];
  expect([...inOrder].reverse().sort(compareNatural)).toEqual(inOrder);
  const versions = ['v1', 'v1.9.2', 'v1.10.0', 'v1.10.0.1', 'v2.0.0'];
  expect([...versions].reverse().sort(compareNatural)).toEqual(versions);
  expect(compareNatural('1e5f', '1e6a')).toBeLessThan(0);
});

it('keeps folders together', () => {
  const inOrder = ['lr=0.01/seed=0', 'lr=0.01/seed=1', 'lr=0.1/seed=0', 'lr=0.1/seed=1'];
  expect([...inOrder].reverse().sort(compareNatural)).toEqual(inOrder);
  const alike = ['A/x', 'A/y', 'a/x', 'a/y', 'b01', 'b01/x', 'b01/y', 'b1', 'b1/x', 'b1/y'];
  expect([...alike].reverse().sort(compareNatural)).toEqual(alike);
});

it('is an order: turned round it is the opposite, and it goes round in no circle', () => {
  const signs = ['0', '1', '10', '.', 'e', '-', '/', 'a', 'A'];
  // The same each time, without a source of chance.
  let seed = 1;
  const next = (): number => (seed = (seed * 48_271) % 2_147_483_647);
  const names = Array.from({ length: 60 }, () =>
    Array.from({ length: 1 + (next() % 6) }, () => signs[next() % signs.length] ?? '').join(''),
  );
  const sign = (a: string, b: string): number => Math.sign(compareNatural(a, b));
  for (const a of names)
    for (const b of names) {
      expect(sign(a, b) + sign(b, a), `${a} ${b}`).toBe(0);
      for (const c of names) if (sign(a, b) < 0 && sign(b, c) < 0) expect(sign(a, c), `${a} ${b} ${c}`).toBe(-1);
    }
});
