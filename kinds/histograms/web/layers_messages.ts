import type { MessageTable } from '$base/language.svelte';

export const layersMessages = {
  layers: ['Layers', '层概览'],
  close: ['Close the layers', '关闭层概览'],
  list: ['All layers, the most conspicuous first', '全部层，最值得注意的在前'],
  sort: ['Order of the layers', '层的顺序'],
  byDrift: ['Most drift', '漂移最大'],
  byZeros: ['Most zeros', '零值最多'],
  byNonfinite: ['Most non-finite', '非有限值最多'],
  byName: ['By name', '按名称'],
  drift: ['Drift', '漂移'],
  driftHint: [
    'How far values moved from the first step to the last, in standard deviations of the first',
    '从第一步到最后一步数值移动的距离，以第一步的标准差为单位',
  ],
  zeros: ['Zeros', '零值'],
  zerosHint: ['Share of the values of the last step that are zero', '最后一步中零值所占比例'],
  nonfinite: ['NaN, ∞', 'NaN、∞'],
  nonfiniteHint: ['Values of the last step that are not finite, where it is known', '最后一步中的非有限值（若已知）'],
  first: ['first step', '第一步'],
  last: ['last step', '最后一步'],
  failed: ['The layers could not be loaded', '无法加载层概览'],
  retry: ['Try again', '重试'],
  empty: ['No layer of the selected runs matches the filter', '所选运行中没有符合筛选的层'],
  loading: ['Reading the layers…', '正在读取各层…'],
  count: ['{n} {n:layer|layers}', '{n} 层'],
} as const satisfies MessageTable;
