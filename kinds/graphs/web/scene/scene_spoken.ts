// Items in words: for screen readers, and beside the pointer.
import type { Translate } from '$base/language.svelte';
import type { Scene, SceneEdge, SceneNode, SceneNote } from './scene_answer';
import type { SceneLinks } from './scene_links';
import type { sceneMessages } from './scene_messages';

export type SceneTranslate = Translate<typeof sceneMessages>;

// The most interesting first: name, what it is, how large, what it is connected with.
export function spokenNode(node: SceneNode, links: SceneLinks, t: SceneTranslate): string {
  if (node.kind === 'more') return t('moreItems', { n: node.count });
  const inputs = links.reach(node.id, 'in').nodes.size + node.ins.length + node.insMore;
  const outputs = links.reach(node.id, 'out').nodes.size + node.outs.length + node.outsMore;
  return [node.label, ...nodeFacts(node, t), t('inputs', { n: inputs }), t('outputs', { n: outputs })].join(', ');
}

export function nodeFacts(node: SceneNode | SceneNote, t: SceneTranslate): readonly string[] {
  const facts: string[] = [node.kind === 'op' && node.op !== undefined ? node.op : t(node.kind)];
  if (node.kind === 'series' && node.op !== undefined) facts.push(node.op);
  if (node.diff !== undefined) facts.push(t(node.diff.status));
  if (node.kind === 'op' || !('count' in node)) return facts;
  facts.push(t('nodeCount', { n: node.count }), node.isOpen ? t('opened') : t('closed'));
  return facts;
}

export interface HintLines {
  readonly title: string;
  readonly lines: readonly string[];
}

export function nodeHint(node: SceneNode | SceneNote, t: SceneTranslate): HintLines {
  if (node.kind === 'more' && 'count' in node) return { title: t('moreItems', { n: node.count }), lines: [] };
  return { title: node.name, lines: [nodeFacts(node, t).join(' · ')] };
}

export function edgeHint(edge: SceneEdge, scene: Scene, t: SceneTranslate): HintLines {
  const name = (id: string): string => (id === '' ? t('several') : (scene.nodeById.get(id)?.label ?? id.slice(2)));
  const facts: string[] = [];
  if (edge.tensors === 1 && edge.label !== '') facts.push(edge.label);
  if (edge.tensors > 1) facts.push(t('tensors', { n: edge.tensors }));
  if (edge.controls > 0) facts.push(t('controlEdge'));
  if (edge.isReference) facts.push(t('referenceEdge'));
  if (edge.diff !== undefined && edge.diff.added > 0) facts.push(t('addedEdges', { n: edge.diff.added }));
  if (edge.diff !== undefined && edge.diff.removed > 0) facts.push(t('removedEdges', { n: edge.diff.removed }));
  return { title: `${name(edge.from)} → ${name(edge.to)}`, lines: facts.length === 0 ? [] : [facts.join(' · ')] };
}
