import type { MessageTable } from '$base/language.svelte';

export const smoothingMessages = {
  smoothing: ['Smoothing', '平滑'],
  smoothingKind: ['Method', '方法'],
  smoothEma: ['Exponential', '指数移动平均'],
  smoothMean: ['Running mean', '滑动平均'],
  smoothGaussian: ['Gaussian', '高斯'],
  smoothNone: ['None', '无'],
  weight: ['Weight', '权重'],
  meanWindow: ['Window, points', '窗口（点数）'],
  sigma: ['Sigma, points', 'σ（点数）'],
} as const satisfies MessageTable;
