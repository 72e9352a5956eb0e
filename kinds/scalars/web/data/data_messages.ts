import type { MessageTable } from '$base/language.svelte';

export const dataMessages = {
  unreachable: ['The server does not answer.', '服务器没有响应。'],
  tooMuch: ['Too much for one card: {server}', '超出一张图表的上限：{server}'],
  refused: ['The server refused: {server}', '服务器拒绝了请求：{server}'],
  unreadable: ['The answer could not be read: {server}', '无法读取服务器的应答：{server}'],
} as const satisfies MessageTable;
