// The words of a page without charts: nothing there yet, or nothing that it can show.
import type { MessageTable } from '$base/language.svelte';

export const startMessages = {
  loadingTitle: ['Reading the log directory', '正在读取日志目录'],
  loadingBytes: ['{done} of {total} read', '已读取 {done}，共 {total}'],
  loadingLook: ['Looking for event files', '正在查找事件文件'],
  emptyTitle: ['No data yet', '暂无数据'],
  emptyText: [
    'This page fills by itself as soon as event files appear here:',
    '一旦以下目录中出现事件文件，页面会自动显示数据：',
  ],
  missing: ['does not exist', '不存在'],
  watched: ['exists, no event files', '存在，但没有事件文件'],
  issuesToo: ['{n} {n:issue was|issues were} found in files there.', '在那里的文件中发现 {n} 个问题。'],
  showIssues: ['Show them', '查看'],
  filesHint: [
    'Event files are named like "events.out.tfevents.…". If you expected data, Sightglass may have been started with another folder.',
    '事件文件的名称形如“events.out.tfevents.…”。如果您认为应该有数据，可能是启动时指定了别的目录。',
  ],
  howTo: ['How to log', '如何写入日志'],
  copy: ['Copy', '复制'],
  notShownTitle: ['Nothing that this page can show yet', '暂无本页面可以显示的数据'],
  notShownText: [
    'The log directory has data of these kinds, and this page has no view of them yet:',
    '日志目录中有以下类型的数据，但本页面暂时不能显示它们：',
  ],
} as const satisfies MessageTable;
