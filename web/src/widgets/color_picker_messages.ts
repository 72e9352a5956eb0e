import type { MessageTable } from '$base/language.svelte';

export const colorPickerMessages = {
  other: ['Another colour', '其他颜色'],
  hex: ['Hexadecimal, e.g. #2f7ed8', '十六进制，例如 #2f7ed8'],
  notColor: ['Six hexadecimal digits', '请输入六位十六进制数'],
  reset: ['Reset', '重置'],
} as const satisfies MessageTable;
