import type { MessageTable } from '$base/language.svelte';

// Apart from the rest: what a card shows before anybody asks why.
export const badgeMessages = {
  problemsFound: ['{n} {n:finding|findings}, at least one a problem', '{n} 项发现，其中有问题'],
  warningsFound: ['{n} {n:finding|findings} to look at', '{n} 项值得留意的发现'],
  partFailed: ['This part of the page could not be loaded', '无法加载页面的这一部分'],
} as const satisfies MessageTable;
