import type { MessageTable } from '$base/language.svelte';

// What is said where there are no cards.
export const cardsBlankMessages = {
  clearFilter: ['Clear the filter', '清除筛选'],
  noRuns: ['No run is selected', '未选择任何运行'],
  noRunsHint: ['Select runs in the list on the left to see their data.', '在左侧列表中选择运行以查看其数据。'],
  noListedRuns: ['No run matches the filter of the list', '没有运行匹配列表的筛选'],
  noListedRunsHint: ['{n} {n:run is|runs are} left out by it.', '筛选排除了 {n} 个运行。'],
  listAll: ['Clear the filter of the list', '清除列表筛选'],
  selectAll: ['Select all runs', '选择全部运行'],
  noDataHint: [
    'Nothing of this kind was found in the selected runs. Cards appear by themselves when data come.',
    '所选运行中没有此类数据。有数据时卡片会自动出现。',
  ],
  noMatches: ['No tag matches “{filter}”', '没有标签匹配“{filter}”'],
  noMatchesHint: ['{n} {n:tag is|tags are} hidden by the filter.', '筛选隐藏了 {n} 个标签。'],
  tagsFailed: ['The list of tags could not be loaded', '无法加载标签列表'],
  retry: ['Try again', '重试'],
} as const satisfies MessageTable;
