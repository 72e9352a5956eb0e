import type { MessageTable } from '$base/language.svelte';

export const unplacedMessages = {
  notPositive: ['{n} not positive', '{n} 个非正值'],
  someNotPositive: ['some not positive', '部分非正值'],
  valuesHint: [
    '{n} {n:value is|values are} zero or below it and {n:has|have} no place on a logarithmic vertical axis. Symmetric log shows {n:it|them}',
    '{n} 个值为零或负数，无法显示在对数纵轴上。对称对数可以显示',
  ],
  someValuesHint: [
    'Some values are zero or below it and have no place on a logarithmic vertical axis. Symmetric log shows them',
    '部分值为零或负数，无法显示在对数纵轴上。对称对数可以显示',
  ],
  pointsHint: [
    '{n} {n:point lies|points lie} at zero or before it and {n:has|have} no place on a logarithmic horizontal axis',
    '{n} 个数据点位于零或零之前，无法显示在对数横轴上',
  ],
  somePointsHint: [
    'Some points lie at zero or before it and have no place on a logarithmic horizontal axis',
    '部分数据点位于零或零之前，无法显示在对数横轴上',
  ],
} as const satisfies MessageTable;
