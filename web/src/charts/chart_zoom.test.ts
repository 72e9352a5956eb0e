import { expect, it } from 'vitest';
import { changeZoom, isUsableDomain, sameAxis, symlogConstantFor } from './chart_zoom';

it.each([
  [{ min: 0, max: 1 }, 'linear', true],
  [{ min: 1, max: 1 }, 'linear', false],
  [{ min: 2, max: 1 }, 'linear', false],
  [{ min: Number.NaN, max: 1 }, 'linear', false],
  [{ min: 0, max: Infinity }, 'linear', false],
  [{ min: -1.7e308, max: 1.7e308 }, 'linear', false],
  [{ min: 1e9, max: 1e9 + 1e-7 }, 'linear', false],
  [{ min: 1e9, max: 1e9 + 1 }, 'time', true],
  [{ min: 0, max: 10 }, 'log', false],
  [{ min: 1e-9, max: 10 }, 'log', true],
  [{ min: -5, max: 10 }, 'symlog', true],
] as const)('isUsableDomain(%o, %s) is %s', (domain, kind, expected) => {
  expect(isUsableDomain(domain, kind)).toBe(expected);
});

it('keeps what was not changed, and is nothing when nothing is chosen', () => {
  const x = { min: 0, max: 1 };
  const left = { min: 2, max: 3 };
  expect(changeZoom(undefined, { x })).toEqual({ x });
  expect(changeZoom({ x }, { left })).toEqual({ x, left });
  expect(changeZoom({ x, left }, { x: undefined })).toEqual({ left });
  expect(changeZoom({ x }, { x: undefined })).toBeUndefined();
});

it('compares axes by what they show', () => {
  const axis = { kind: 'linear', domain: { min: 0, max: 1 }, symlogConstant: 1 } as const;
  expect(sameAxis(axis, { ...axis, domain: { min: 0, max: 1 } })).toBe(true);
  expect(sameAxis(axis, { ...axis, kind: 'log' })).toBe(false);
  expect(sameAxis(axis, undefined)).toBe(false);
  expect(sameAxis(undefined, undefined)).toBe(true);
});

it.each([
  [{ min: -5, max: 900 }, 1],
  [{ min: 0, max: 0.002 }, 1e-5],
  [{ min: 0, max: 0 }, 1],
])('symlogConstantFor(%o) is %s', (domain, constant) => expect(symlogConstantFor(domain)).toBeCloseTo(constant, 12));
