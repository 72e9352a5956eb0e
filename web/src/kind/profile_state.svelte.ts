// What users say about runs, and saved views. Changes show at once and are sent; a refusal takes them back with a notice.
import {
  fetchProfile,
  patchProfile,
  type ProfileData,
  type ProfilePatch,
  type RunNote,
  type SavedView,
} from '$api/profile';
import type { Server } from '$api/server';

const nothing: ProfileData = {
  revision: 0,
  keptIn: undefined,
  isWritable: false,
  problem: undefined,
  runs: new Map(),
  views: new Map(),
  defaultView: undefined,
};

export class ProfileState {
  #data: ProfileData = $state.raw(nothing);
  #isLoaded = $state(false);
  // Of the newest question to the server. Changes show at once; the answer to an older one would take a later one back for a moment.
  #newest = 0;

  constructor(
    private readonly server: Server,
    private readonly onProblem: (message: string) => void,
  ) {}

  get data(): ProfileData {
    return this.#data;
  }
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  async load(): Promise<void> {
    await this.#take(() => fetchProfile(this.server));
    this.#isLoaded = true;
  }

  note(runName: string): RunNote {
    return this.#data.runs.get(runName) ?? {};
  }

  // Members that are undefined are taken away.
  async setNote(runName: string, change: RunNote): Promise<void> {
    await this.setNotes([runName], change);
  }

  // The same for all of these runs.
  async setNotes(runNames: readonly string[], change: RunNote): Promise<void> {
    const members = Object.entries(change).map(([member, value]) => [member, isNothing(value) ? undefined : value]);
    const shown: RunNote = Object.fromEntries(members);
    const runs = new Map(this.#data.runs);
    for (const name of runNames) runs.set(name, { ...runs.get(name), ...shown });
    this.#data = { ...this.#data, runs };
    const sent = Object.fromEntries(members.map(([member, value]) => [member, value ?? null]));
    await this.#send({ runs: Object.fromEntries(runNames.map((name) => [name, sent])) });
  }

  async saveView(name: string, state: string): Promise<void> {
    const view: SavedView = { state, saved: Math.floor(Date.now() / 1000) };
    this.#data = { ...this.#data, views: new Map(this.#data.views).set(name, view) };
    await this.#send({ views: { [name]: view } });
  }

  removeView(name: string): Promise<void> {
    return this.#replaceView(name, undefined);
  }

  // REQUIRES: no other view is called `to`.
  renameView(name: string, to: string): Promise<void> {
    return this.#replaceView(name, to);
  }

  async #replaceView(name: string, to: string | undefined): Promise<void> {
    const views = new Map(this.#data.views);
    const view = views.get(name);
    if (view === undefined || to === name) return;
    views.delete(name);
    if (to !== undefined) views.set(to, view);
    const isDefault = this.#data.defaultView === name;
    this.#data = { ...this.#data, views, defaultView: isDefault ? to : this.#data.defaultView };
    await this.#send({
      views: { [name]: null, ...(to !== undefined && { [to]: view }) },
      ...(isDefault && { default_view: to ?? null }),
    });
  }

  async setDefaultView(name: string | undefined): Promise<void> {
    this.#data = { ...this.#data, defaultView: name };
    await this.#send({ default_view: name ?? null });
  }

  async #send(patch: ProfilePatch): Promise<void> {
    const isDone = await this.#take(() => patchProfile(this.server, patch));
    // Refused: what the server has is the truth.
    if (!isDone) await this.load();
  }

  async #take(ask: () => Promise<ProfileData>): Promise<boolean> {
    this.#newest += 1;
    const number = this.#newest;
    try {
      const data = await ask();
      if (number === this.#newest) this.#data = data;
      return true;
    } catch (error) {
      this.onProblem(error instanceof Error ? error.message : String(error));
      return false;
    }
  }
}

function isNothing(value: RunNote[keyof RunNote]): boolean {
  return value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);
}
