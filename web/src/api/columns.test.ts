import { expect, it } from 'vitest';
import { readColumns } from './columns';

function body(head: unknown, arrays: Uint8Array): ArrayBuffer {
  const text = JSON.stringify(head);
  const padded = text.padEnd(Math.ceil(text.length / 8) * 8);
  const bytes = new Uint8Array(8 + padded.length + arrays.length);
  bytes.set(new TextEncoder().encode(`SGC1`), 0);
  new DataView(bytes.buffer).setUint32(4, padded.length, true);
  bytes.set(new TextEncoder().encode(padded), 8);
  bytes.set(arrays, 8 + padded.length);
  return bytes.buffer;
}

it('lays arrays over the answer', () => {
  const values = new Uint8Array(new Float32Array([1.5, -2]).buffer);
  const answer = readColumns(body({ value: { type: 'f32', at: 0, count: 2 }, last_step: 5 }, values));
  expect(answer.head['last_step']).toBe(5);
  expect(answer.column(answer.head['value'])).toEqual(new Float32Array([1.5, -2]));
  expect(answer.column(answer.head['raw'])).toBeUndefined();
});

it('keeps no long head in memory', () => {
  const bytes = new Uint8Array(Float64Array.from({ length: 100 }, (_, i) => i).buffer);
  const value = { type: 'f64', at: 8, count: 99 };
  const keptBytes = (name: string): number | undefined => {
    const answer = readColumns(body({ value, name }, bytes));
    const column = answer.column(answer.head['value']);
    expect(column?.[0]).toBe(1);
    expect(column?.[98]).toBe(99);
    return column?.buffer.byteLength;
  };
  expect(keptBytes('x'.repeat(1000))).toBe(800);
  expect(keptBytes('x')).toBeGreaterThan(800);
});

it('refuses what is not columns', () => {
  expect(() => readColumns(new ArrayBuffer(4))).toThrow();
  expect(() => readColumns(new TextEncoder().encode('{"error":{}}....').buffer)).toThrow();
  const answer = readColumns(
    body({ a: { type: 'f99', at: 0, count: 1 }, b: { type: 'f64', at: 0, count: 9 } }, new Uint8Array(8)),
  );
  expect(() => answer.column(answer.head['a'])).toThrow();
  expect(() => answer.column(answer.head['b'])).toThrow();
});
