// A download of many images on its way: how far it is, and the way to stop it.
import { isAborted } from '$api/server';
import type { Translate } from '$base/language.svelte';
import { downloadOne, saveBlob, zipMedia, type MediaFile, type ZipProgress } from '$media/media_download';
import type { imagesMessages } from './images_messages';
import type { ImagesModel } from './images_model.svelte';

export class ImagePacking {
  #progress: ZipProgress | undefined = $state.raw(undefined);
  #request: AbortController | undefined;

  constructor(
    private readonly model: ImagesModel,
    private readonly t: Translate<typeof imagesMessages>,
  ) {}

  // Undefined: none is on its way.
  get progress(): ZipProgress | undefined {
    return this.#progress;
  }

  cancel(): void {
    this.#request?.abort();
  }

  // One is saved as it is, several as `name`.zip.
  async start(files: readonly MediaFile[], name: string): Promise<void> {
    const { app, queue } = this.model;
    const [only] = files;
    this.cancel();
    const request = new AbortController();
    this.#request = request;
    try {
      if (only !== undefined && files.length === 1) return await downloadOne(app.server, 'images', only);
      this.#progress = { done: 0, of: files.length };
      const { blob, failed, left } = await zipMedia(app.server, 'images', files, {
        queue,
        signal: request.signal,
        onprogress: (progress) => {
          if (this.#request === request) this.#progress = progress;
        },
      });
      saveBlob(blob, `${name.replace(/[^\p{L}\p{N}._-]+/gu, '_')}.zip`);
      if (failed > 0) app.notices.show(this.t('downloadLost', { n: failed }), 'problem');
      if (left > 0) app.notices.show(this.t('downloadLimit', { n: left }), 'problem');
    } catch (error) {
      if (isAborted(error)) return;
      const message = error instanceof Error ? error.message : String(error);
      app.notices.show(this.t('downloadFailed', { message }), 'problem');
    } finally {
      if (this.#request === request) this.#progress = undefined;
    }
  }
}
