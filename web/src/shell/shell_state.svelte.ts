// What the frame of the page can do, in one place: buttons, keys and the palette call the same.
import { reloadServer } from '$api/core';
import { copyText } from '$base/copy_text';
import { translate, type MessageValues } from '$base/language.svelte';
import type { App } from '$kind/app';
import type { KindDefinition } from '$kind/kind';
import type { KindCatalog } from './kind_catalog';
import { shellMessages } from './shell_messages';

export type DialogName = 'palette' | 'help' | 'settings' | 'issues' | 'views';

export class ShellState {
  #dialog: DialogName | undefined = $state(undefined);
  #isReloading = $state(false);
  // Typed before the dialog that was asked for is there.
  typedAhead = '';
  // The view came from outside: what it names may not be here.
  isLinkUnchecked = $state(true);
  // Opened because the address names none; it stays open when others get data.
  #automatic: KindDefinition | undefined = $state.raw(undefined);
  readonly #shownKinds = $derived.by(() => {
    const counts = this.app.live.status?.kinds ?? new Map<string, number>();
    return this.catalog.all.filter((kind) => this.catalog.hasData(kind, counts) || kind === this.kind);
  });

  constructor(
    readonly app: App,
    readonly catalog: KindCatalog,
  ) {}

  get dialog(): DialogName | undefined {
    return this.#dialog;
  }

  get isReloading(): boolean {
    return this.#isReloading;
  }

  // The kind that is open: what the address names, else the first with data. Before it is known who has data the first kind is a good guess:
  // its code is on its way already.
  get kind(): KindDefinition | undefined {
    const { view, live } = this.app;
    const guess = live.status === undefined ? this.catalog.all[0] : undefined;
    return this.catalog.find(view.page) ?? this.#automatic ?? guess;
  }

  // Kinds with data, and the open one.
  get shownKinds(): readonly KindDefinition[] {
    return this.#shownKinds;
  }

  // Says what it does to the user; the words follow the language.
  say(key: keyof typeof shellMessages, values?: MessageValues): string {
    return translate(shellMessages, this.app.settings.language, key, values);
  }

  titleOf(kind: KindDefinition): string {
    return kind.title[this.app.settings.language === 'zh' ? 1 : 0];
  }

  chooseKind(): void {
    const { status } = this.app.live;
    if (this.#automatic === undefined && status !== undefined) this.#automatic = this.catalog.firstOf(status.kinds);
  }

  open(dialog: DialogName): void {
    this.typedAhead = '';
    this.#dialog = dialog;
  }

  closeDialog(): void {
    this.#dialog = undefined;
  }

  openKind(kind: KindDefinition): void {
    this.app.view.page = kind.id;
  }

  async reload(): Promise<void> {
    if (this.#isReloading) return;
    this.#isReloading = true;
    try {
      await reloadServer(this.app.server);
      this.app.live.refresh();
      this.app.notices.show(this.say('reloadDone'));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.app.notices.show(this.say('reloadFailed', { reason }), 'problem');
    }
    this.#isReloading = false;
  }

  // What is shown, with the kind even where it was chosen by the page.
  get viewText(): string {
    return this.app.view.toText(this.kind?.id);
  }

  get link(): string {
    return `${location.origin}${location.pathname}${location.search}#${this.viewText}`;
  }

  openView(state: string): void {
    this.app.view.restore(state);
    this.isLinkUnchecked = true;
  }

  async copyLink(): Promise<void> {
    await this.copy(this.link, this.say('linkCopied'));
  }

  async copy(text: string, done = this.say('copied')): Promise<void> {
    if (await copyText(text)) this.app.notices.show(done);
    else this.app.notices.show(this.say('copyFailed', { text }), 'problem');
  }

  toggleTheme(): void {
    this.app.settings.set({ theme: this.app.appearance.theme === 'dark' ? 'light' : 'dark' });
  }

  toggleLanguage(): void {
    this.app.settings.set({ language: this.app.settings.language === 'zh' ? 'en' : 'zh' });
  }

  toggleRuns(): void {
    this.app.settings.set({ isRunsOpen: !this.app.settings.values.isRunsOpen });
  }

  toggleSettingsPane(): void {
    this.app.settings.set({ isSettingsOpen: !this.app.settings.values.isSettingsOpen });
  }

  toggleLive(): void {
    const { live } = this.app;
    if (live.isPaused) live.resume();
    else live.pause();
  }
}
