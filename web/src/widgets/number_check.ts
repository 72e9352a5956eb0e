// What somebody typed into a field for a number.

export type NumberProblem = 'between' | 'atLeast' | 'atMost' | 'anyNumber';

export interface NumberCheck {
  readonly value?: number;
  // What would be a number here.
  readonly problem?: NumberProblem;
}

// Limits may be infinite. A comma is taken as the point that it is in many countries; a real minus sign is what the page itself writes.
export function checkNumber(typed: string, min: number, max: number): NumberCheck {
  const text = typed
    .trim()
    .replace('−', '-')
    .replace(/^([^,.]*),([^,.]*)$/, '$1.$2');
  const value = text === '' ? Number.NaN : Number(text);
  if (Number.isFinite(value) && value >= min && value <= max) return { value };
  const hasMin = Number.isFinite(min);
  const hasMax = Number.isFinite(max);
  return { problem: hasMin && hasMax ? 'between' : hasMin ? 'atLeast' : hasMax ? 'atMost' : 'anyNumber' };
}
