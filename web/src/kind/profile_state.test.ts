import { beforeEach, expect, it } from 'vitest';
import { fakeServer, type FakeServer } from './fake_server';
import { ProfileState } from './profile_state.svelte';

let kept: Record<string, unknown>;
let sent: unknown[];
let problems: string[];
let answers: (() => void)[] | undefined;
let fake: FakeServer;
let profile: ProfileState;

beforeEach(async () => {
  kept = { a: { note: 'old', tags: ['x'] } };
  sent = [];
  problems = [];
  answers = undefined;
  fake = fakeServer({
    'GET api/profile': () => ({ revision: 1, writable: true, runs: kept }),
    'POST api/profile': async (patch) => {
      sent.push(patch);
      if (JSON.stringify(patch).includes('refuse')) throw new Error('too long');
      const answer = { revision: 2, writable: true, runs: { ...kept, a: { note: `answer ${sent.length}` } } };
      if (answers !== undefined) await new Promise<void>((resolve) => answers?.push(resolve));
      return answer;
    },
  });
  profile = new ProfileState(fake.server, (message) => problems.push(message));
  await profile.load();
});

it('shows a change at once, and then what the server made of it', async () => {
  const done = profile.setNote('a', { note: 'new', pinned: true });
  expect(profile.note('a')).toMatchObject({ note: 'new', pinned: true, tags: ['x'] });
  await done;
  expect(profile.note('a').note).toBe('answer 1');
});

it('takes away what is empty', async () => {
  const done = profile.setNotes(['a', 'b'], { note: '', tags: [], hidden: false, color: undefined });
  expect(profile.note('a')).toMatchObject({ note: undefined, tags: undefined });
  await done;
  const nothing = { note: null, tags: null, hidden: null, color: null };
  expect(sent).toEqual([{ runs: { a: nothing, b: nothing } }]);
});

it('takes back what was refused, and says why', async () => {
  await profile.setNote('a', { note: 'refuse' });
  expect([profile.note('a').note, problems]).toEqual(['old', ['too long']]);
});

it('lets the answer to an older change not undo a later one', async () => {
  answers = [];
  const first = profile.setNote('a', { note: 'one' });
  const second = profile.setNote('a', { note: 'two' });
  while (answers.length < 2) await new Promise((resolve) => setTimeout(resolve));
  answers[0]?.();
  await first;
  expect(profile.note('a').note).toBe('two');
  answers[1]?.();
  await second;
  expect(profile.note('a').note).toBe('answer 2');
});

it('a view that is called otherwise keeps what it shows and stays the default', async () => {
  await profile.saveView('one', 'scalars?a=1');
  const view = { state: 'scalars?a=1', saved: 5 };
  fake = fakeServer({
    'GET api/profile': () => ({ revision: 1, writable: true, runs: {}, views: { one: view }, default_view: 'one' }),
    'POST api/profile': (patch) => {
      sent.push(patch);
      throw new Error('not now');
    },
  });
  profile = new ProfileState(fake.server, () => undefined);
  await profile.load();
  const done = profile.renameView('one', 'two');
  expect([[...profile.data.views.keys()], profile.data.defaultView]).toEqual([['two'], 'two']);
  await done;
  expect(sent.at(-1)).toEqual({ views: { one: null, two: view }, default_view: 'two' });
  await profile.removeView('one');
  expect(sent.at(-1)).toEqual({ views: { one: null }, default_view: null });
});
