// Puts the parts of the page together. Nothing is asked for before startApp().
import type { Server } from '$api/server';
import type { LinePainter } from '$charts/line_painter';
import type { App } from '$kind/app';
import { Appearance } from '$kind/appearance.svelte';
import { Commands } from '$kind/commands.svelte';
import { InsightsHost } from '$kind/insights_host.svelte';
import type { KindDefinition } from '$kind/kind';
import { LiveState } from '$kind/live_state.svelte';
import { Notices } from '$kind/notices.svelte';
import { Opening } from '$kind/opening.svelte';
import { ProfileState } from '$kind/profile_state.svelte';
import { RunsModel } from '$kind/runs_model.svelte';
import { browserStorage, Settings } from '$kind/settings.svelte';
import { StepCursor } from '$kind/step_cursor.svelte';
import { browserAddress, ViewState } from '$kind/view_state.svelte';

export function makeApp(server: Server, painter: LinePainter, kinds: readonly KindDefinition[]): App {
  const settings = new Settings(browserStorage());
  const notices = new Notices();
  const view = new ViewState(browserAddress());
  const live = new LiveState(server);
  const profile = new ProfileState(server, (message) => notices.show(message, 'problem'));
  const runs = new RunsModel({ server, live, profile, view, settings });
  return {
    server,
    settings,
    notices,
    view,
    live,
    profile,
    runs,
    appearance: new Appearance(settings),
    commands: new Commands(),
    opening: new Opening(),
    insights: new InsightsHost(kinds),
    cursor: new StepCursor(),
    painter,
  };
}

// Everything that the first picture needs is asked for at once. Resolves when the answers are there, or will not come.
export async function startApp(app: App): Promise<void> {
  app.live.start();
  app.insights.start(app);
  const runs = app.runs.refresh();
  const profile = app.profile.load();
  // The stream tells its revision at its beginning too: only another one is news.
  app.live.subscribeProfile(async (revision) => {
    await profile;
    if (revision !== app.profile.data.revision) await app.profile.load();
  });
  await Promise.all([runs, profile]);
}
