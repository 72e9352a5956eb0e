// All about one node or scope (POST /api/graphs/node).
import { counts, flag, list, number, object, optionalNumber, optionalText, text } from '$api/foreign';
import { readNodeDiff, readSide, type NodeDiff, type NodeSide } from './node_difference';
import { readItemDiff, type ItemDiff } from './scene/scene_difference';

export interface NodeCost {
  readonly nodes: number;
  // Microseconds.
  readonly sum: number;
  readonly span: number;
  // Bytes.
  readonly memory: number;
}

export interface NodeAttribute {
  readonly key: string;
  readonly value: string | undefined;
  // It was too large to be kept.
  readonly skippedBytes: number | undefined;
}

export interface Tensor {
  readonly dtype: string | undefined;
  // -1: any size. Undefined: not known.
  readonly shape: readonly number[] | undefined;
}

export interface NodeInput extends Tensor {
  // Undefined: it names no node.
  readonly name: string | undefined;
  readonly op: string;
  readonly output: number;
  readonly side: NodeSide | undefined;
}

export interface NodeTaker {
  readonly name: string;
  readonly op: string;
  readonly isControl: boolean;
  readonly side: NodeSide | undefined;
}

export interface MeasuredOutput extends Tensor {
  readonly output: number;
  readonly bytes: number;
}

interface Shared {
  readonly name: string;
  readonly cost: NodeCost | undefined;
}

export interface OpFacts extends Shared {
  readonly kind: 'op';
  readonly op: string;
  readonly scope: string;
  readonly device: string;
  readonly cluster: string;
  readonly attributes: readonly NodeAttribute[];
  readonly inputs: readonly NodeInput[];
  readonly inputCount: number;
  readonly controlInputs: readonly NodeInput[];
  readonly controlInputCount: number;
  readonly outputs: readonly Tensor[];
  readonly measured: readonly MeasuredOutput[];
  readonly takers: readonly NodeTaker[];
  readonly takerCount: number;
  readonly functions: readonly string[];
  readonly isTpuIncompatible: boolean;
  // Of two graphs in one.
  readonly diff: NodeDiff | undefined;
}

export interface ScopeFacts extends Shared {
  readonly kind: 'scope';
  readonly count: number;
  readonly depth: number;
  readonly children: number;
  readonly template: number | undefined;
  // The most frequent, of opKinds in all.
  readonly ops: ReadonlyMap<string, number>;
  readonly opKinds: number;
  readonly devices: ReadonlyMap<string, number>;
  readonly clusters: ReadonlyMap<string, number>;
  // Operations that a TPU cannot run.
  readonly tpuOps: ReadonlyMap<string, number>;
  // Of two graphs in one; undefined where both are the same.
  readonly diff: ItemDiff | undefined;
}

export type NodeFacts = OpFacts | ScopeFacts;

type Foreign = Readonly<Record<string, unknown>>;

export function readNodeFacts(answer: unknown): NodeFacts {
  const node = object(answer, 'node');
  const shared = {
    name: text(node['name'], 'name'),
    cost: node['cost'] === undefined ? undefined : readCost(object(node['cost'], 'cost')),
  };
  return node['kind'] === 'scope' ? { ...shared, ...readScopeFacts(node) } : { ...shared, ...readOpFacts(node) };
}

function readScopeFacts(node: Foreign): Omit<ScopeFacts, keyof Shared> {
  return {
    kind: 'scope',
    count: count(node['count']),
    depth: count(node['depth']),
    children: count(node['children']),
    template: optionalNumber(node['template']),
    ops: counts(node['ops']),
    opKinds: count(node['op_kinds']),
    devices: counts(node['devices']),
    clusters: counts(node['clusters']),
    tpuOps: counts(node['tpu_incompatible_ops']),
    diff: readItemDiff(node['diff']),
  };
}

function readOpFacts(node: Foreign): Omit<OpFacts, keyof Shared> {
  const inputs = each(node['inputs'], readInput);
  const controlInputs = each(node['control_inputs'], readInput);
  const takers = each(node['takers'], (taker) => ({
    name: text(taker['name'], 'name'),
    op: optionalText(taker['op']) ?? '',
    isControl: flag(taker['control']),
    side: readSide(taker['diff']),
  }));
  return {
    kind: 'op',
    op: optionalText(node['op']) ?? '',
    scope: optionalText(node['scope']) ?? '',
    device: optionalText(node['device']) ?? '',
    cluster: optionalText(node['cluster']) ?? '',
    attributes: each(node['attributes'], (attribute) => ({
      key: text(attribute['key'], 'key'),
      value: optionalText(attribute['value']),
      skippedBytes: optionalNumber(attribute['skipped_bytes']),
    })),
    inputs,
    inputCount: optionalNumber(node['input_count']) ?? inputs.length,
    controlInputs,
    controlInputCount: optionalNumber(node['control_input_count']) ?? controlInputs.length,
    outputs: each(node['outputs'], readTensor),
    measured: each(node['measured_outputs'], (output) => ({
      ...readTensor(output),
      output: number(output['output'], 'output'),
      bytes: number(output['bytes'], 'bytes'),
    })),
    takers,
    takerCount: optionalNumber(node['taker_count']) ?? takers.length,
    functions: list(node['functions'] ?? [], 'functions').map((name) => text(name, 'function')),
    isTpuIncompatible: flag(node['tpu_incompatible']),
    diff: readNodeDiff(node['diff']),
  };
}

function each<T>(values: unknown, read: (value: Foreign) => T): readonly T[] {
  return list(values ?? [], 'list').map((value) => read(object(value, 'entry')));
}

function count(value: unknown): number {
  return optionalNumber(value) ?? 0;
}

function readCost(cost: Foreign): NodeCost {
  return {
    nodes: number(cost['nodes'], 'nodes'),
    sum: number(cost['sum'], 'sum'),
    span: number(cost['span'], 'span'),
    memory: number(cost['memory'], 'memory'),
  };
}

function readTensor(value: Foreign): Tensor {
  const shape = value['shape'];
  return {
    dtype: optionalText(value['dtype']),
    shape: shape === undefined ? undefined : list(shape, 'shape').map((size) => number(size, 'size')),
  };
}

function readInput(value: Foreign): NodeInput {
  return {
    ...readTensor(value),
    name: flag(value['missing']) ? undefined : optionalText(value['name']),
    op: optionalText(value['op']) ?? '',
    output: optionalNumber(value['output']) ?? 0,
    side: readSide(value['diff']),
  };
}

// "float32 ?×784", "float32" where the shape is not known, '' where nothing is. The shape of a single number is "[]".
export function tensorText({ dtype, shape }: Tensor): string {
  const sizes = shape?.map((size) => (size < 0 ? '?' : String(size))).join('×');
  return [dtype, sizes === '' ? '[]' : sizes].filter((part) => part !== undefined).join(' ');
}
