import type { MessageTable } from '$base/language.svelte';

export const mediaMessages = {
  step: ['Step', '步数'],
  stepOf: ['Step {step}', '第 {step} 步'],
  stepPlace: ['Step {step}, {place} of {n}', '第 {step} 步，第 {place} / {n} 个'],
  goToStep: ['Go to step', '跳到步数'],
  notAStep: ['Not a step', '不是有效步数'],
  play: ['Play as a film', '连续播放'],
  pause: ['Pause', '暂停'],
  speed: ['Steps per second', '每秒步数'],
  perSecond: ['{n}/s', '{n}/秒'],
  followNewest: ['Follow the newest step', '跟随最新步数'],
  unreachable: ['The server does not answer', '服务器没有响应'],
  refused: ['The server says: {server}', '服务器回应：{server}'],
  unreadable: ['The answer cannot be read: {server}', '无法读取回应：{server}'],
} as const satisfies MessageTable;
