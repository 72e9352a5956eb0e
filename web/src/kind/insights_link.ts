// Leads from a finding to where it can be seen.
import type { App } from './app';
import type { Finding } from './insights_answer';
import type { PlaceInView } from './kind';
import { shortId } from './run_selection';
import type { ViewState } from './view_state.svelte';

// The view as it is, but of the finding's kind, with its tag in front and its steps marked. As ViewState.restore() takes it. Where that kind
// is open the card stays where it stands. An address that names no kind shows one with data of its own, which is where its findings are.
export function findingView(finding: Finding, view: ViewState, places: ReadonlyMap<string, PlaceInView>): string {
  const { kind, tagId, step, since } = finding;
  const place = { card: shortId(tagId), isFull: view.page !== '' && view.page !== kind, step, since };
  const [page = '', tail = ''] = view.toText(kind).split('?');
  const parameters = new URLSearchParams(tail);
  for (const [key, text] of places.get(kind)?.(place, view) ?? []) {
    if (text === '') parameters.delete(key);
    else parameters.set(key, text);
  }
  const text = parameters.toString();
  return text === '' ? page : `${page}?${text}`;
}

// The runs may have been switched off. Other cards mark the step as if it had been pinned here.
export function showFinding(app: App, finding: Finding): void {
  app.view.restore(findingView(finding, app.view, app.insights.places));
  if (finding.step !== undefined) app.cursor.pin(Number(finding.step), 'insights');
  const { runId, partner } = finding;
  const off = [runId, ...(partner === undefined ? [] : [partner.runId])].filter((id) => !app.runs.isOn(id));
  if (off.length > 0) app.runs.setOn(off, true);
}
