// Past 2^53 a bigint, where a double would name another step.
export type Step = number | bigint;

// A step as a person or a link writes it; undefined if it is none.
export function parseStep(text: string): Step | undefined {
  const bare = text.replace(/[\s,_'’]/g, '').replace('−', '-');
  if (!/^-?\d{1,19}$/.test(bare)) return undefined;
  return isSafeStep(Number(bare)) ? Number(bare) : BigInt(bare);
}

export function isSafeStep(step: number): boolean {
  return Math.abs(step) < 2 ** 53;
}
