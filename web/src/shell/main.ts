import { mount } from 'svelte';
import type { KindDefinition } from '$kind/kind';
import AppFrame from './AppFrame.svelte';
import { KindCatalog } from './kind_catalog';
import { makeApp, startApp } from './make_app';
import { pageRoot } from './page_root';
import { ShellState } from './shell_state.svelte';

const found = import.meta.glob<KindDefinition>('../../../kinds/*/web/index.ts', { eager: true, import: 'default' });
const catalog = new KindCatalog(Object.values(found));

const relativeRoot = document.querySelector<HTMLMetaElement>('meta[name="tb-relative-root"]')?.content;
const app = makeApp(pageRoot(location.href, relativeRoot));
const shell = new ShellState(app, catalog);
startApp(app);
if (shell.kind !== undefined) {
  catalog.load(shell.kind).catch(() => undefined);
  shell.kind.ahead?.(app);
}

const target = document.querySelector('#app');
if (target !== null) {
  // The still picture of the frame, which stood here until now.
  target.replaceChildren();
  mount(AppFrame, { target, props: { shell } });
}
