// Where steps lie along a slider: a mark for each while they can be told apart, else one for each pixel, the higher the more there are.
import type { StepColumn } from './step_column';

// An SVG path of upright lines in a box of `width` and `height`.
export function stepMarks(steps: StepColumn, width: number, height: number): string {
  const { numbers } = steps;
  const first = numbers[0];
  const last = numbers[numbers.length - 1];
  const bins = Math.floor(width);
  if (first === undefined || last === undefined || last === first || bins < 1) return '';
  const counts = new Uint32Array(bins + 1);
  let most = 0;
  let begin = 0;
  for (let bin = 0; bin <= bins; bin += 1) {
    // All steps that are drawn at this pixel.
    const end = bin === bins ? numbers.length : steps.lowerBound(first + ((bin + 0.5) / bins) * (last - first));
    counts[bin] = end - begin;
    most = Math.max(most, end - begin);
    begin = end;
  }
  const marks: string[] = [];
  counts.forEach((count, bin) => {
    if (count === 0) return;
    const part = most === 1 ? 0.6 : 0.3 + 0.7 * (Math.log1p(count) / Math.log1p(most));
    marks.push(`M${bin} ${height}v${-Math.round(part * height * 10) / 10}`);
  });
  return marks.join('');
}
