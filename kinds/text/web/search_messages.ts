import type { MessageTable } from '$base/language.svelte';

export const searchMessages = {
  searchTexts: ['Search in texts', '搜索文本'],
  searchHint: ['Words are looked for in every step of the selected runs.', '将在所选运行的每一步中查找。'],
  clear: ['Clear the search', '清除搜索'],
  close: ['Close the search', '关闭搜索'],
  isRegex: ['Regular expression', '正则表达式'],
  isCase: ['Match case', '区分大小写'],
  stop: ['Stop', '停止'],
  searching: ['Searching, {n} found so far', '正在搜索，已找到 {n} 处'],
  found: ['{n} {n:text|texts} found in {values}', '在 {values} 段文本中找到 {n} 处'],
  foundCut: ['The first {n} of more', '更多结果中的前 {n} 处'],
  stopped: ['Stopped, {n} found', '已停止，找到 {n} 处'],
  nothing: ['Nothing found in {values} texts', '在 {values} 段文本中没有找到'],
  unreadable: ['{n} {n:text|texts} could not be read', '{n} 段文本无法读取'],
  searchFailed: ['The search failed', '搜索失败'],
  retry: ['Try again', '重试'],
  progress: ['Searched', '已搜索'],
  hits: ['Found texts', '找到的文本'],
  step: ['Step {step}', '第 {step} 步'],
} as const satisfies MessageTable;
