import type { MessageTable } from '$base/language.svelte';

export const groupLegendMessages = {
  legend: ['Groups of runs', '运行分组'],
  runs: ['{n} {n:run|runs}', '{n} 个运行'],
  more: ['and {n} more {n:group|groups}', '另有 {n} 个分组'],
  none: ['No run belongs to a group', '没有运行属于任何分组'],
  left: ['{n} {n:run|runs} in no group', '{n} 个运行不属于任何分组'],
  leftHint: [
    'They are not drawn: the pattern does not match their names, or they have no such tag',
    '不会绘制：名称与模式不匹配，或没有相应标签',
  ],
} as const satisfies MessageTable;
