// Models that are opened as files, beside those that were logged: sent to the server, which keeps them in memory.
import { bytesText } from '$base/number_text';
import type { Translate } from '$base/language.svelte';
import type { App } from '$kind/app';
import type { NamedFile } from './dropped_files';
import type { graphFilesMessages } from './graph_files_messages';
import { filePrefix, type GraphRun } from './graph_list';
import { removeFile, sendFile } from './graph_requests';
import type { GraphsModel } from './graphs_model.svelte';
import { runParam } from './graphs_params';

// The server takes no more.
export const mostFileBytes = 512 * 1024 * 1024;

export interface FilesSurroundings extends Pick<App, 'server' | 'view'> {
  readonly notices: Pick<App['notices'], 'show'>;
}

export class GraphFiles {
  #sending: string | undefined = $state(undefined);
  #told = '';

  constructor(
    private readonly app: FilesSurroundings,
    private readonly model: Pick<GraphsModel, 'addFile' | 'forgetFile' | 'isListed' | 'runs'>,
    private readonly t: Translate<typeof graphFilesMessages>,
  ) {}

  // The name of the file that is on its way.
  get sending(): string | undefined {
    return this.#sending;
  }

  // One after the other; the last one that is a graph is shown.
  async open(files: readonly NamedFile[]): Promise<void> {
    for (const { name, file } of files) {
      this.#sending = name;
      try {
        if (file === undefined) throw new Error(this.t('noModel'));
        if (file.size > mostFileBytes) {
          const sizes = {
            bytes: bytesText(file.size),
            limit: bytesText(mostFileBytes),
          };
          throw new Error(this.t('tooLarge', sizes));
        }
        this.model.addFile(await sendFile(this.app.server, name, file));
      } catch (error) {
        this.#complain('failed', name, error);
      }
    }
    this.#sending = undefined;
  }

  async remove(run: GraphRun): Promise<void> {
    if (run.file === undefined) return;
    try {
      await removeFile(this.app.server, run.file.id);
      this.model.forgetFile(run);
    } catch (error) {
      this.#complain('removeFailed', run.file.name, error);
    }
  }

  // A link may name a file that made room for others. Told once.
  checkLink(): void {
    const wanted = this.app.view.get(runParam);
    const isFound = this.model.runs.some(({ run }) => run === wanted);
    if (!wanted.startsWith(filePrefix) || !this.model.isListed || isFound || wanted === this.#told) return;
    this.#told = wanted;
    this.app.notices.show(this.t('gone'), 'problem');
  }

  #complain(what: 'failed' | 'removeFailed', name: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.app.notices.show(this.t(what, { name, reason }), 'problem');
  }
}
