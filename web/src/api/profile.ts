// What users say about runs, and views they saved: kept by the server in a side file, the same for everybody who opens it.
import { flag, list, number, object, optionalText, text } from './foreign';
import type { Server } from './server';

export interface RunNote {
  readonly name?: string | undefined;
  readonly note?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly color?: string | undefined;
  readonly hidden?: boolean | undefined;
  readonly pinned?: boolean | undefined;
}

export interface SavedView {
  readonly state: string;
  readonly saved: number;
}

export interface ProfileData {
  readonly revision: number;
  readonly keptIn: string | undefined;
  readonly isWritable: boolean;
  readonly problem: string | undefined;
  // By the run's name, so that it holds when logs move.
  readonly runs: ReadonlyMap<string, RunNote>;
  readonly views: ReadonlyMap<string, SavedView>;
  readonly defaultView: string | undefined;
}

// A JSON merge patch: null takes a member away.
export interface ProfilePatch {
  readonly runs?: Readonly<Record<string, Readonly<Record<string, unknown>> | null>>;
  readonly views?: Readonly<Record<string, SavedView | null>>;
  readonly default_view?: string | null;
}

export async function fetchProfile(server: Server, signal?: AbortSignal): Promise<ProfileData> {
  return readProfile(await server.get('api/profile', {}, signal));
}

export function fetchProfileAhead(server: Server): Promise<unknown> {
  return server.getAhead('api/profile');
}

export async function patchProfile(server: Server, patch: ProfilePatch): Promise<ProfileData> {
  return readProfile(await server.post('api/profile', patch));
}

function readProfile(value: unknown): ProfileData {
  const profile = object(value, 'profile');
  const runs = Object.entries(object(profile['runs'] ?? {}, 'runs'));
  const views = Object.entries(object(profile['views'] ?? {}, 'views'));
  return {
    revision: number(profile['revision'], 'revision'),
    keptIn: optionalText(profile['kept_in']),
    isWritable: flag(profile['writable']),
    problem: optionalText(profile['problem']),
    runs: new Map(runs.map(([name, note]) => [name, readNote(note)])),
    views: new Map(views.map(([name, view]) => [name, readView(view)])),
    defaultView: optionalText(profile['default_view']),
  };
}

function readNote(value: unknown): RunNote {
  const note = object(value, 'run');
  return {
    name: optionalText(note['name']),
    note: optionalText(note['note']),
    tags: note['tags'] === undefined ? undefined : list(note['tags'], 'tags').map((tag) => text(tag, 'tag')),
    color: optionalText(note['color']),
    hidden: flag(note['hidden']),
    pinned: flag(note['pinned']),
  };
}

function readView(value: unknown): SavedView {
  const view = object(value, 'view');
  return { state: text(view['state'], 'state'), saved: number(view['saved'] ?? 0, 'saved') };
}
