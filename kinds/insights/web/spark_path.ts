// A curve of a few pixels, without axes: enough to see whether it falls, lies flat or jumps.

export interface SparkPoints {
  readonly steps: ArrayLike<number>;
  readonly values: ArrayLike<number>;
}

export interface Spark {
  // For an SVG path.
  readonly path: string;
  // Where the step that was asked for lies, from the left.
  readonly mark: number | undefined;
}

// Values that are not finite are gaps. Undefined where there is nothing to draw.
export function sparkOf(
  { steps, values }: SparkPoints,
  step: number | undefined,
  width: number,
  height: number,
): Spark | undefined {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const [begin, end] = [steps[0], steps[steps.length - 1]];
  if (begin === undefined || end === undefined || low > high) return undefined;
  const x = (at: number): number => (end > begin ? ((at - begin) / (end - begin)) * width : width / 2);
  const y = (value: number): number => (high > low ? (1 - (value - low) / (high - low)) * height : height / 2);
  let path = '';
  let isOpen = false;
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? Number.NaN;
    if (!Number.isFinite(value)) {
      isOpen = false;
      continue;
    }
    path += `${isOpen ? 'L' : 'M'}${tenth(x(steps[i] ?? begin))} ${tenth(y(value))}`;
    isOpen = true;
  }
  const mark = step === undefined || step < begin || step > end ? undefined : tenth(x(step));
  return { path, mark };
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
