// Reading what a server, a link or a side file says. Everything from outside passes here once and is plain typed data after.

export class FormatError extends Error {}

// Steps may be past 2^53: such long ones become strings, which step() below turns into bigint. Inside JSON strings quotes
// are escaped, so the pattern meets members only.
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(/("(?:first_step|last_step|step)":)(-?\d{16,})/g, '$1"$2"'));
}

export function object(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw new FormatError(`${what}: not an object`);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function list(value: unknown, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw new FormatError(`${what}: not a list`);
}

export function text(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new FormatError(`${what}: not a text`);
}

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

// JSON has no NaN and no infinities: they come as strings.
export function number(value: unknown, what: string): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN') return Number.NaN;
  if (value === 'Infinity') return Number.POSITIVE_INFINITY;
  if (value === '-Infinity') return Number.NEGATIVE_INFINITY;
  throw new FormatError(`${what}: not a number`);
}

export function optionalNumber(value: unknown): number | undefined {
  return value === null || value === undefined ? undefined : number(value, 'number');
}

export function step(value: unknown): number | bigint | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : undefined;
}

export function flag(value: unknown): boolean {
  return value === true;
}

export function counts(value: unknown): ReadonlyMap<string, number> {
  const result = new Map<string, number>();
  for (const [name, count] of Object.entries(object(value ?? {}, 'counts'))) result.set(name, number(count, name));
  return result;
}
