// Writes histograms as TensorFlow 2 logs them: tensors of rows [left, right, count].
import { EventFile, tensorValue } from './event_file';
import { bytesField } from './wire_fields';

export type Buckets = readonly (readonly [left: number, right: number, count: number])[];

const doubleType = 2;

export class HistogramWriter extends EventFile {
  add(step: number, histograms: Readonly<Record<string, Buckets>>): this {
    const values = Object.entries(histograms).map(([tag, buckets]) => {
      const content = Buffer.from(Float64Array.from(buckets.flat()).buffer);
      return tensorValue(tag, 'histograms', doubleType, [buckets.length, 3], bytesField(4, content));
    });
    return this.addValues(step, values);
  }
}

// Thirty buckets of a bell around `middle`, a thousand values in all.
export function bell(middle: number, width: number): Buckets {
  const shares = Array.from({ length: 30 }, (_, i) => Math.exp(-(((i - 14.5) / 7) ** 2)));
  const sum = shares.reduce((all, share) => all + share, 0);
  const edge = (i: number): number => middle + width * ((i - 15) / 5);
  return shares.map((share, i) => [edge(i), edge(i + 1), Math.round((1000 * share) / sum)]);
}
