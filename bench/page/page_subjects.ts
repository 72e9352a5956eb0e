// The pages that are compared, and how each is used: by the same clicks and wheels that a person has.
import type { Page } from 'playwright-core';

export interface Subject {
  readonly name: string;
  // An address that opens the scalars with all runs on, where the page has such an address.
  address(root: string, runs: readonly string[]): string;
  // CSS selector of the plot in a card; shadow roots are looked through.
  readonly plot: string;
  // A click on each opens a group of cards, or all at once.
  readonly closedGroups: string;
  // What turns all runs on or off.
  readonly toggleAll: string;
  // Does it have to be pressed to see all of so many runs?
  needsToggle(runs: number): boolean;
  // What it wants set before the first visit in order to update by itself.
  prepareLive?(page: Page): Promise<void>;
  // How long its server may take to see a new run; without, the page shows it when it comes.
  readonly loadSeconds?: number;
}

const ours: Subject = {
  name: 'ours',
  address: (root) => `${root}/#scalars`,
  plot: '.sg-card .sg-chart',
  closedGroups: 'role=button[name="Open all groups"]',
  toggleAll: 'role=checkbox[name="Select or deselect all shown"]',
  needsToggle: () => false,
};

const scalars: Subject = {
  name: 'TensorBoard, Scalars',
  // Above 40 runs it begins with none; its own links turn them on.
  address(root, runs) {
    const state = Buffer.from(JSON.stringify(Object.fromEntries(runs.map((run) => [run, true])))).toString('base64');
    return `${root}/#scalars&runSelectionState=${encodeURIComponent(state)}`;
  },
  plot: 'tf-line-chart-data-loader',
  closedGroups: 'tf-category-paginated-view button.heading:not([open-button])',
  toggleAll: '#toggle-all',
  needsToggle: () => false,
};

const timeSeries: Subject = {
  name: 'TensorBoard, Time Series',
  address: (root) => `${root}/#timeseries`,
  plot: 'line-chart',
  closedGroups: 'metrics-card-group-toolbar button:has(mat-icon[svgicon=expand_more_24px])',
  toggleAll: 'runs-data-table input[type=checkbox] >> nth=0',
  // Above 500 it begins with none, and no link turns them on.
  needsToggle: (runs) => runs > 500,
};

async function reloadEverySoOften(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('_tb_global_settings', JSON.stringify({ autoReload: true, autoReloadPeriodInMs: 30_000 }));
  });
}

// The same cards with histograms in them.
const ownHistograms: Subject = {
  ...ours,
  address: (root) => `${root}/#histograms`,
  plot: '.sg-card .sg-plot',
};
const otherHistograms: Subject = {
  ...scalars,
  name: 'TensorBoard, Histograms',
  address: (root) => `${root}/#histograms`,
  plot: 'vz-histogram-timeseries',
};

export const subjects: Readonly<Record<string, Subject>> = {
  ours,
  own_histograms: ownHistograms,
  histograms: otherHistograms,
  scalars: { ...scalars, prepareLive: reloadEverySoOften, loadSeconds: 15 },
  timeseries: { ...timeSeries, prepareLive: reloadEverySoOften, loadSeconds: 15 },
};

// The same for images: at their newest step, all runs on, as a page has them when it opens.
export interface ImageSubject {
  address(root: string): string;
  readonly picture: string;
  // What the keys of the first card's slider go to.
  readonly slider: string;
}

export const imageSubjects: Readonly<Record<string, ImageSubject>> = {
  ours: {
    address: (root) => `${root}/#images`,
    picture: '.sg-card img',
    slider: '.sg-card .sg-steps input[type=range]',
  },
  images: {
    address: (root) => `${root}/#images`,
    picture: '#main-image-container img',
    slider: '#steps',
  },
};
