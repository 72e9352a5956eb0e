import { mount } from 'svelte';
import type { KindDefinition } from '$kind/kind';
import AppFrame from './AppFrame.svelte';
import { KindCatalog } from './kind_catalog';
import { makeApp, startApp } from './make_app';
import { pageRoot } from './page_root';
import { ShellState } from './shell_state.svelte';

// The frame of the page comes together with what is in it, if that is quick: one picture is laid out and painted instead of three. A slow
// server is not waited for.
const togetherMilliseconds = 150;

const found = import.meta.glob<KindDefinition>('../../../kinds/*/web/index.ts', { eager: true, import: 'default' });
const catalog = new KindCatalog(Object.values(found));

const relativeRoot = document.querySelector<HTMLMetaElement>('meta[name="tb-relative-root"]')?.content;
const app = makeApp(pageRoot(location.href, relativeRoot), catalog.all);
const shell = new ShellState(app, catalog);
const { kind } = shell;
const answers = Promise.allSettled([startApp(app), kind && catalog.load(kind), kind?.ahead?.(app)]);

async function show(target: Element): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, togetherMilliseconds))]);
  // The still picture of the frame, which stood here until now.
  target.replaceChildren();
  mount(AppFrame, { target, props: { shell } });
}

const target = document.querySelector('#app');
// Not awaited up here: the dashboard's code is not run before this module is at its end.
if (target !== null) void show(target);
