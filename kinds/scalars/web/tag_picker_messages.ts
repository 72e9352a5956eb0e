import type { MessageTable } from '$base/language.svelte';

export const tagPickerMessages = {
  pickerTitle: ['Tags in one chart', '同一图表中的标签'],
  pickerSearch: ['Find a tag to add', '查找要添加的标签'],
  pickerMatching: ['Also every tag that matches', '同时包含匹配的所有标签'],
  pickerMatches: ['{n} {n:tag matches|tags match}', '匹配 {n} 个标签'],
  addTag: ['Add {tag}', '添加 {tag}'],
  removeTag: ['Remove {tag}', '移除 {tag}'],
  leftAxis: ['Left axis', '左轴'],
  rightAxis: ['Right axis', '右轴'],
  sideOf: ['Axis of {tag}', '{tag} 的坐标轴'],
  done: ['Done', '完成'],
  close: ['Close', '关闭'],
  chosenTags: ['In this chart', '在此图表中'],
  clearFilter: ['Clear the filter', '清除筛选'],
  problemAt: ['{term}: {message}', '{term}：{message}'],
} as const satisfies MessageTable;
