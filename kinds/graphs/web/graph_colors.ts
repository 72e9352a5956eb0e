// What the colour of an item says: its structure, operation, device, cluster, time, memory, or what keeps it off a TPU. Colours of names come from the palette of the
// runs, paled into the page's ground so that words on them stay readable in both themes.
import { ColorAssigner, ungroupedColor, type Palette } from '$base/run_colors';
import type { DiffColors } from './graph_compare';
import type { ColorBy } from './graphs_params';
import type { Scene, SceneNode } from './scene/scene_answer';
import { blended, inkOn } from './scene/scene_colors';
import type { Fill } from './scene/scene_look';

export interface LegendEntry {
  readonly name: string;
  readonly color: string;
  // Nodes of the graph, of a structure the scopes that are shown.
  readonly count: number;
}

export type ColorLegend =
  | { readonly kind: 'names'; readonly entries: readonly LegendEntry[] }
  // From 0 to the most of any closed item.
  | { readonly kind: 'scale'; readonly low: string; readonly high: string; readonly most: number }
  // From all nodes to none.
  | {
      readonly kind: 'share';
      readonly low: string;
      readonly high: string;
      readonly good: number;
      readonly bad: number;
    }
  // Nothing that is shown has what the colours stand for.
  | { readonly kind: 'nothing' };

export interface Coloring {
  fill(node: SceneNode): Fill | undefined;
  readonly legend: ColorLegend;
}

const nameShare = 0.4;
const heat = '#e4572e';
const coolShare = 0.04;
const hotShare = 0.85;
// Told apart also by who sees no red or no green.
const compatible = '#009e73';
const incompatible = '#d55e00';
const differenceColors = { added: '#009e73', removed: '#d55e00', changed: '#7a6fd6' } as const;

// The last part of "/job:a/task:0/device:GPU:0" is what tells devices of one machine apart.
export function shortDevice(device: string): string {
  return device.replace(/^.*\/device:(?=.)/, '');
}

// The ways of colouring for which the graph has data.
export function usableColors(scene: Scene | undefined): ReadonlySet<ColorBy> {
  const { devices = [], clusters = [], profileDevices = [] } = scene?.facts ?? {};
  const usable: ColorBy[] = ['structure', 'op'];
  if (devices.length > 0) usable.push('device');
  if (clusters.length > 0) usable.push('cluster');
  if (profileDevices.length > 0) usable.push('time', 'memory');
  if (scene?.facts.tpuIncompatible !== undefined) usable.push('tpu');
  return new Set(usable);
}

// Keeps the colours that it gave, so that opening a scope changes none: make another for another graph or theme.
export class GraphColors {
  readonly #assigners = new Map<ColorBy, ColorAssigner>();
  readonly #structures = new Map<number, number>();

  constructor(
    private readonly palette: Palette,
    private readonly ground: string,
  ) {}

  // Lines and letters are readable on any ground, fills let letters be read on them.
  get differences(): DiffColors {
    const { added, removed, changed } = differenceColors;
    const ink = inkOn(this.ground);
    const pale = (color: string): string => blended(this.ground, color, 0.45);
    const strong = (color: string): string => blended(color, ink, 0.15);
    return {
      fills: { added: pale(added), removed: pale(removed), changed: pale(changed) },
      inks: { added: strong(added), removed: strong(removed), changed: strong(changed) },
    };
  }

  color(scene: Scene, by: ColorBy): Coloring {
    switch (by) {
      case 'structure':
        return this.#byStructure(scene);
      case 'op':
        return this.#byNames(scene, by, (node) =>
          node.op === undefined || node.op === '' ? new Map() : new Map([[node.op, node.count]]),
        );
      case 'device':
        return this.#byNames(scene, by, (node) => node.devices);
      case 'cluster':
        return this.#byNames(scene, by, (node) => node.clusters);
      case 'time':
        return this.#byAmount(scene, (node) => node.cost?.sum);
      case 'memory':
        return this.#byAmount(scene, (node) => node.cost?.memory);
      case 'tpu':
        return this.#byTpu(scene);
      case 'none':
        return { fill: () => undefined, legend: { kind: 'nothing' } };
    }
  }

  // In the order in which they are seen: a number of a structure means nothing to the next visit, and the first colours are the clearest.
  #structureColor(template: number): string {
    let at = this.#structures.get(template);
    if (at === undefined) this.#structures.set(template, (at = this.#structures.size));
    return blended(this.ground, this.palette[at % this.palette.length] ?? ungroupedColor, nameShare);
  }

  #colorOf(by: ColorBy, name: string): string {
    let assigner = this.#assigners.get(by);
    if (assigner === undefined) this.#assigners.set(by, (assigner = new ColorAssigner(this.palette)));
    return blended(this.ground, assigner.colorOf(name), nameShare);
  }

  #byStructure(scene: Scene): Coloring {
    const entries = new Map<number, LegendEntry>();
    for (const { template, label } of scene.nodes) {
      if (template === undefined) continue;
      const known = entries.get(template);
      const color = known?.color ?? this.#structureColor(template);
      entries.set(template, { name: known?.name ?? label, color, count: (known?.count ?? 0) + 1 });
    }
    return {
      fill: ({ template }) => (template === undefined ? undefined : entries.get(template)?.color),
      legend: namesLegend([...entries.values()]),
    };
  }

  // A name alone is a colour, several are stripes.
  #byNames(scene: Scene, by: ColorBy, namesOf: (node: SceneNode) => ReadonlyMap<string, number>): Coloring {
    const totals = new Map<string, number>();
    for (const node of scene.nodes) {
      // What is in an open item is counted there.
      if (node.isOpen) continue;
      for (const [name, count] of namesOf(node)) totals.set(name, (totals.get(name) ?? 0) + count);
    }
    const entries = [...totals].map(([name, count]) => ({ name, count, color: this.#colorOf(by, name) }));
    const fill = (node: SceneNode): Fill | undefined => {
      const stripes = [...namesOf(node)].map(([name, part]) => ({ color: this.#colorOf(by, name), part }));
      return stripes.length > 1 ? stripes : stripes[0]?.color;
    };
    return { fill, legend: namesLegend(entries) };
  }

  #byAmount(scene: Scene, amountOf: (node: SceneNode) => number | undefined): Coloring {
    const most = scene.nodes.reduce((best, node) => (node.isOpen ? best : Math.max(best, amountOf(node) ?? 0)), 0);
    if (most === 0) return { fill: () => undefined, legend: { kind: 'nothing' } };
    const colorAt = (part: number): string =>
      blended(this.ground, heat, coolShare + (hotShare - coolShare) * Math.min(1, part));
    const fill = (node: SceneNode): string | undefined => {
      const amount = amountOf(node);
      // An open item has as much as all in it: its ground says nothing more.
      return amount === undefined || node.isOpen ? undefined : colorAt(amount / most);
    };
    return { fill, legend: { kind: 'scale', low: colorAt(0), high: colorAt(1), most } };
  }

  // A group by the share of its nodes that a TPU can run.
  #byTpu(scene: Scene): Coloring {
    if (scene.facts.tpuIncompatible === undefined) return { fill: () => undefined, legend: { kind: 'nothing' } };
    const [low, high] = [incompatible, compatible].map((color) => blended(this.ground, color, 0.55));
    const colorAt = (share: number): string => blended(low ?? incompatible, high ?? compatible, share);
    const fill = ({ isOpen, count, tpuIncompatible }: SceneNode): string | undefined =>
      isOpen ? undefined : colorAt(1 - tpuIncompatible / Math.max(1, count));
    return { fill, legend: { kind: 'share', low: colorAt(0), high: colorAt(1), ...tpuLegend(scene) } };
  }
}

function tpuLegend(scene: Scene): { readonly good: number; readonly bad: number } {
  const bad = scene.facts.tpuIncompatible ?? 0;
  return { good: scene.facts.nodes - bad, bad };
}

function namesLegend(entries: readonly LegendEntry[]): ColorLegend {
  if (entries.length === 0) return { kind: 'nothing' };
  return {
    kind: 'names',
    entries: [...entries].sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
  };
}
