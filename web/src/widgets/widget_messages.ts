import type { MessageTable } from '$base/language.svelte';

export const widgetMessages = {
  between: ['A number from {min} to {max}', '请输入 {min} 到 {max} 之间的数'],
  atLeast: ['A number of {min} or more', '请输入不小于 {min} 的数'],
  atMost: ['A number of {max} or less', '请输入不大于 {max} 的数'],
  anyNumber: ['Not a number', '不是数字'],
} as const satisfies MessageTable;
