// Short messages at the edge of the page: something was done (perhaps with a way back), or could not be.

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'problem';
  readonly action?: { readonly title: string; run(): void } | undefined;
}

const shownMilliseconds = 6000;

export class Notices {
  #all: readonly Notice[] = $state.raw([]);
  #nextId = 0;

  get all(): readonly Notice[] {
    return this.#all;
  }

  // Problems stay until somebody closes them.
  show(text: string, tone: Notice['tone'] = 'info', action?: Notice['action']): void {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#all = [...this.#all.filter((notice) => notice.text !== text).slice(-3), { id, text, tone, action }];
    if (tone === 'info') setTimeout(() => this.close(id), shownMilliseconds);
  }

  // What was said is no longer so.
  takeBack(text: string): void {
    this.#all = this.#all.filter((notice) => notice.text !== text);
  }

  close(id: number): void {
    this.#all = this.#all.filter((notice) => notice.id !== id);
  }
}
