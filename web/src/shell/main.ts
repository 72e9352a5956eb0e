import { mount } from 'svelte';
import { fetchTagsAhead } from '$api/core';
import { areAllRunsWanted } from '$kind/runs_params';
import AppFrame from './AppFrame.svelte';
import { makeApp, startApp } from './make_app';
import { ShellState } from './shell_state.svelte';
import { catalog, painter, server } from './start';

// The frame of the page comes together with what is in it, if that is quick: one picture is laid out and painted instead of three. A slow
// server is not waited for.
const togetherMilliseconds = 150;

const app = makeApp(server, painter, catalog.all);
const shell = new ShellState(app, catalog);
const { kind } = shell;
const tags = areAllRunsWanted(app.view) ? kind?.tags : undefined;
const answers = Promise.allSettled([startApp(app), kind && catalog.load(kind), tags && fetchTagsAhead(server, tags)]);

async function show(target: Element): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, togetherMilliseconds))]);
  // The still picture of the frame, which stood here until now.
  target.replaceChildren();
  mount(AppFrame, { target, props: { shell } });
}

const target = document.querySelector('#app');
// Not awaited up here: the dashboard's code is not run before this module is at its end.
if (target !== null) void show(target);
