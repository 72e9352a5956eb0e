// Words of the strip of layers.
import { shareText } from './readout_lines';

// Buckets around zero hold values that may be zero: where that matters both shares are told.
export function zerosText(low: number, high: number): string {
  if (Number.isNaN(low)) return '–';
  const whole = (share: number): string => (share > 0 && share < 0.01 ? '<1' : String(Math.round(share * 100)));
  if (!(high - low >= 0.01) || whole(low) === whole(high)) return shareText(low);
  return `${whole(low)}–${whole(high)}%`;
}
