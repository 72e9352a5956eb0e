// All points as files, made by the server while they are sent.
import type { Server } from '$api/server';

export type ExportFormat = 'csv' | 'json' | 'jsonl';

export interface ExportChoice {
  readonly format: ExportFormat;
  // Ids; undefined: all.
  readonly runs: readonly string[] | undefined;
  readonly tags: readonly string[] | undefined;
  readonly hasSuperseded: boolean;
}

// Something that an <a download> can point to.
export interface Download {
  readonly address: string;
  // undefined: the server names the file.
  readonly name: string | undefined;
  // REQUIRES: called once the browser has begun to save it.
  release(): void;
}

const path = 'api/scalars/export';
// Servers and proxies in between take addresses up to some thousand characters.
const longestAddress = 2000;

// The address of the file; undefined where it would be too long. The browser saves it as it comes, however large it is.
export function exportAddress(server: Server, choice: ExportChoice): string | undefined {
  const { format, runs, tags, hasSuperseded } = choice;
  // An id takes some twenty characters: thousands of them need not be written out to see that they are too many.
  if ((runs?.length ?? 0) + (tags?.length ?? 0) > longestAddress / 20) return undefined;
  // Without an id the parameter would be absent, which means all.
  if (runs?.length === 0 || tags?.length === 0) return undefined;
  const address = server.address(path, { format, run_id: runs, tag_id: tags, superseded: hasSuperseded });
  return address.length <= longestAddress ? address : undefined;
}

export async function prepareDownload(server: Server, choice: ExportChoice, signal?: AbortSignal): Promise<Download> {
  const address = exportAddress(server, choice);
  if (address !== undefined) return { address, name: undefined, release: () => undefined };
  const { format, runs, tags, hasSuperseded } = choice;
  const ids = (list: readonly string[]): readonly { readonly id: string }[] => list.map((id) => ({ id }));
  const selection = { ...(runs && { runs: ids(runs) }), ...(tags && { tags: ids(tags) }) };
  const blob = await server.postForBlob(path, { format, selection, superseded: hasSuperseded }, signal);
  const url = URL.createObjectURL(blob);
  return { address: url, name: `scalars.${format}`, release: () => URL.revokeObjectURL(url) };
}
