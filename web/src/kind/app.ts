// What every part of the page is given. Made once, in shell/main.ts.
import type { Server } from '$api/server';
import type { LinePainter } from '$charts/line_painter';
import type { Appearance } from './appearance.svelte';
import type { Commands } from './commands.svelte';
import type { InsightsHost } from './insights_host.svelte';
import type { LiveState } from './live_state.svelte';
import type { Notices } from './notices.svelte';
import type { Opening } from './opening.svelte';
import type { ProfileState } from './profile_state.svelte';
import type { RunsModel } from './runs_model.svelte';
import type { Settings } from './settings.svelte';
import type { StepCursor } from './step_cursor.svelte';
import type { ViewState } from './view_state.svelte';

export interface App {
  readonly server: Server;
  readonly live: LiveState;
  readonly runs: RunsModel;
  readonly profile: ProfileState;
  readonly view: ViewState;
  readonly settings: Settings;
  readonly appearance: Appearance;
  readonly commands: Commands;
  readonly notices: Notices;
  readonly opening: Opening;
  readonly insights: InsightsHost;
  readonly cursor: StepCursor;
  // One for all charts of the page: its threads are few, and it starts them before the first chart is known.
  readonly painter: LinePainter;
}
