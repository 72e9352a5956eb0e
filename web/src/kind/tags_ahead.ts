// The tags of all runs, asked for while the code of the page that shows them is still on its way.
import { fetchTagsAhead } from '$api/core';
import type { App } from './app';
import { areAllRunsWanted } from './runs_params';

export function tagsAhead(kind: string): (app: App) => Promise<void> {
  return async ({ server, view }) => {
    if (areAllRunsWanted(view)) await fetchTagsAhead(server, kind);
  };
}
