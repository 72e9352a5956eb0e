// Things with names that the command palette finds: runs, tags, whatever a kind has. A kind adds its source with Commands.addSource().

export interface PaletteItem {
  // Unique in its source.
  readonly id: string;
  readonly title: string;
  // Dim, behind the title.
  readonly detail?: string | undefined;
  // A dot before the title, for what has a colour in the charts.
  readonly color?: string | undefined;
  // What Enter does.
  run(): void;
  // What Shift+Enter does.
  readonly other?: { readonly title: string; run(): void } | undefined;
}

export interface PaletteSource {
  readonly id: string;
  // The heading over its items.
  readonly title: string;
  // The best first, at most `limit`. Asked at every key press: keep a NameSearch where there are many names.
  search(text: string, limit: number): readonly PaletteItem[];
}
