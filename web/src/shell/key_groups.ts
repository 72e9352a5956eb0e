// The list of keys that the help shows: each group once, and of each command only the keys that reach it.
import type { Command, Commands } from '$kind/commands.svelte';

export interface KeyGroup {
  readonly title: string;
  readonly commands: readonly { readonly command: Command; readonly keys: readonly string[] }[];
}

export function keyGroups(commands: Pick<Commands, 'all' | 'forKey'>): readonly KeyGroup[] {
  const groups = new Map<string, { command: Command; keys: readonly string[] }[]>();
  for (const command of commands.all) {
    // A key that a later command took over does something else now.
    const keys = (command.keys ?? []).filter((key) => commands.forKey(key) === command);
    if (keys.length === 0) continue;
    const group = groups.get(command.group) ?? [];
    group.push({ command, keys });
    groups.set(command.group, group);
  }
  return [...groups].map(([title, list]) => ({ title, commands: list }));
}
