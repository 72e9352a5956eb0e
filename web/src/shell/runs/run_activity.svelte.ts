// Which runs are being written to: a change told of them within the last minute, or their newest point is that young.
import type { Run } from '$api/core';
import type { LiveState } from '$kind/live_state.svelte';

const activeMilliseconds = 60_000;
// Often enough for a dot that says "within the last minute".
const tickMilliseconds = 2000;

export class RunActivity {
  #now = $state(Date.now());
  readonly #changedAt = new Map<string, number>();

  // Until the returned function is called.
  watch(live: Pick<LiveState, 'subscribe'>): () => void {
    const stop = live.subscribe((change) => {
      // What is read for the first time, or told again after a pause or by another server, may be of any age: its points say so.
      if (change.isReset || change.isLoading) return;
      const now = Date.now();
      for (const run of change.runs) if (!run.isAdded) this.#changedAt.set(run.id, now);
    });
    const timer = setInterval(() => (this.#now = Date.now()), tickMilliseconds);
    return () => {
      stop();
      clearInterval(timer);
    };
  }

  isActive(run: Run): boolean {
    const newest = Math.max(this.#changedAt.get(run.id) ?? 0, (run.lastTime ?? 0) * 1000);
    return this.#now - newest < activeMilliseconds;
  }
}
