// The first of the page's code to run, while the rest is still on its way: asks for what every first picture needs, and for the code of the
// kind that the address names. Small, and a file of its own (vite.config.ts): everything it imports is waited for.
import { fetchRunsAhead, fetchStatusAhead, fetchTagsAhead } from '$api/core';
import { fetchProfileAhead } from '$api/profile';
import { Server } from '$api/server';
import { createLinePainter } from '$charts/line_painter';
import type { KindDefinition } from '$kind/kind';
import { parseHash } from '$kind/view_address';
import { KindCatalog } from './kind_catalog';
import { pageRoot } from './page_root';

const found = import.meta.glob<KindDefinition>('../../../kinds/*/web/index.ts', { eager: true, import: 'default' });
export const catalog = new KindCatalog(Object.values(found));

const relativeRoot = document.querySelector<HTMLMetaElement>('meta[name="tb-relative-root"]')?.content;
export const server = new Server(pageRoot(location.href, relativeRoot));

// Its thread starts beside the page's own.
export const painter = createLinePainter();

void fetchStatusAhead(server);
void fetchRunsAhead(server);
void fetchProfileAhead(server);

// A view may leave runs out, and their tags: then the page asks for them when it has read all of it.
const [page, parameters] = parseHash(location.hash);
const kind = catalog.find(page) ?? catalog.all[0];
if (kind !== undefined) {
  if (kind.tags !== undefined && parameters.size === 0) void fetchTagsAhead(server, kind.tags);
  // Whoever shows it is told of its failure.
  catalog.load(kind).catch(() => undefined);
}
