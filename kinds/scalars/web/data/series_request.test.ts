import { expect, it } from 'vitest';
import type { CardQuery } from './card_query';
import { fakeQuery, fakeRun, tagId } from './fake_card_app';
import { extentBody, placeBody, seriesBody, statisticsBody, type RequestOptions } from './series_request';

const a = fakeRun('a');
const b = fakeRun('b');
const plain: RequestOptions = { hasDetails: false, knownX: undefined };
const body = (part: Partial<CardQuery>, options = plain): Readonly<Record<string, unknown>> =>
  seriesBody(fakeQuery([a, b], part), options);

it('asks for what is seen and no more', () => {
  expect(body({})).toEqual({
    selection: { tags: [{ id: tagId }], runs: [{ id: a.id }, { id: b.id }] },
    x: 'step',
    width: 100,
    neighbours: true,
    columns: ['step', 'value'],
  });
  expect(body({ areAllRuns: true })['selection']).toEqual({ tags: [{ id: tagId }] });
  expect(body({ range: { min: 2, max: 5 } })['range']).toEqual({ begin: 2, end: 5 });
  expect(body({ width: 0.3 })['width']).toBe(1);
  expect(body({ width: 1e6 })['width']).toBe(16_384);
});

it('names the columns that the axis and the readout need', () => {
  expect(body({ x: 'wall' })['columns']).toEqual(['wall_time', 'value']);
  expect(body({ x: 'relative' })['columns']).toEqual(['x', 'value']);
  expect(body({ x: 'relative' }, { ...plain, hasDetails: true })['columns']).toEqual([
    'x',
    'value',
    'step',
    'wall_time',
  ]);
  expect(body({ smoothing: { kind: 'ema', weight: 0.6 } })).toMatchObject({
    smoothing: { kind: 'ema', weight: 0.6 },
    columns: ['step', 'value', 'raw'],
  });
  expect(body({ x: { tag: 'ffffffffffffffff', name: 'epoch' } })).toMatchObject({ x: { tag: 'epoch' } });
});

it('leaves out values that a log axis cannot show, unless they are to be subtracted', () => {
  expect(body({ yKind: 'log' })['positive_only']).toBe(true);
  expect(body({ yKind: 'log', baseline: a.id })).not.toHaveProperty('positive_only');
});

it('divides a log axis into even logarithms, from where it begins', () => {
  expect(body({ xKind: 'log' })).toMatchObject({ log_x: true });
  expect(body({ xKind: 'log' })).not.toHaveProperty('range');
  expect(body({ xKind: 'log', range: { min: 0, max: 1e6 } })['range']).toEqual({ begin: 1, end: 1e6 });
  expect(body({ xKind: 'log', range: { min: -5, max: -1 } })).not.toHaveProperty('log_x');
  // Time may begin anywhere: even pixels until that is known.
  expect(body({ xKind: 'log', x: 'relative' })).not.toHaveProperty('log_x');
  expect(body({ xKind: 'log', x: 'relative' }, { ...plain, knownX: { min: 0, max: 1000 } })).toMatchObject({
    log_x: true,
    range: { begin: 0.001 },
    width: 200,
  });
});

it('divides a symlog axis as the chart does', () => {
  expect(body({ xKind: 'symlog' })).not.toHaveProperty('x_scale');
  const known = body({ xKind: 'symlog' }, { ...plain, knownX: { min: 0, max: 900 } });
  expect(known).toMatchObject({ x_scale: 'symlog', symlog_constant: 1 });
});

it('asks for superseded points with their steps, where they have a place', () => {
  expect(body({ showsSuperseded: true, x: 'wall' })).toMatchObject({
    superseded: true,
    columns: ['wall_time', 'value', 'step'],
  });
  expect(body({ showsSuperseded: true, x: 'ordinal' })).not.toHaveProperty('superseded');
});

it('adds the baseline and asks for as many points as can be subtracted', () => {
  const c = fakeRun('c');
  expect(body({ baseline: c.id })).toMatchObject({
    selection: { runs: [{ id: a.id }, { id: b.id }, { id: c.id }] },
    width: 16_384,
    columns: ['step', 'value', 'index'],
  });
  const many = Array.from({ length: 999 }, (_, i) => fakeRun(`r${i}`));
  expect(seriesBody(fakeQuery(many, { baseline: c.id }), plain)['width']).toBe(500);
});

it('asks for what is new of some runs', () => {
  const state = { epoch: 'e', revision: 7 };
  const part = seriesBody(fakeQuery([a, b]), { ...plain, since: { state, runs: [b.id] } });
  expect(part).toMatchObject({ since: state, selection: { runs: [{ id: b.id }] } });
});

it('asks for exact values in one pixel', () => {
  const query = fakeQuery([a], { range: { min: 0, max: 9 }, yKind: 'log', xKind: 'log' });
  expect(extentBody(query)).toEqual({
    selection: { tags: [{ id: tagId }], runs: [{ id: a.id }] },
    x: 'step',
    width: 1,
    columns: [],
  });
  expect(placeBody(query, 4)).toMatchObject({ range: { begin: 4, end: 4 }, width: 1, neighbours: true });
  const statistics = statisticsBody(query, 9, 4);
  expect(statistics).toMatchObject({ range: { begin: 4, end: 9 }, columns: ['step', 'value', 'wall_time', 'x'] });
  expect(statistics).not.toHaveProperty('neighbours');
});
