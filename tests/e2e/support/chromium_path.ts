import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

// SIGHTGLASS_CHROMIUM, or the first chromium on the PATH.
export function findChromium(): string {
  const named = process.env.SIGHTGLASS_CHROMIUM;
  const places = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'chromium'));
  for (const place of named === undefined ? places : [named]) {
    try {
      accessSync(place, constants.X_OK);
      return place;
    } catch {
      // Not here: look on.
    }
  }
  throw new Error('no chromium on the PATH: install the package chromium, or set SIGHTGLASS_CHROMIUM to the program');
}
