// What keys do with the list of findings.
import type { Translate } from '$base/language.svelte';
import type { Command } from '$kind/commands.svelte';
import type { insightsMessages } from './insights_messages';

// Titles are read when they are shown, so they follow the language.
export function insightsCommands(
  t: Translate<typeof insightsMessages>,
  filter: () => HTMLElement | null,
  list: () => HTMLElement | undefined,
): readonly Command[] {
  const command = (id: 'filter' | 'next' | 'previous', keys: readonly string[], run: () => void): Command => ({
    id: `insights.${id}`,
    get title() {
      return t(id);
    },
    get group() {
      return t('title');
    },
    keys,
    run,
  });
  const step = (by: number) => (): void => {
    const links = [...(list()?.querySelectorAll<HTMLElement>('.sg-finding a') ?? [])];
    links[nextPlace(links.indexOf(focusedLink() ?? document.body), by, links.length)]?.focus();
  };
  return [
    command('filter', ['/'], () => filter()?.focus()),
    command('next', ['j'], step(1)),
    command('previous', ['k'], step(-1)),
  ];
}

// The link of the finding in which the focus is.
function focusedLink(): HTMLElement | undefined {
  return document.activeElement?.closest('.sg-finding')?.querySelector<HTMLElement>('a') ?? undefined;
}

// From none (-1) to the first or the last; the ends are the ends.
export function nextPlace(at: number, by: number, count: number): number {
  if (at < 0) return by > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, at + by));
}
