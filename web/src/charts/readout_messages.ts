// The words of the readout, which come with it.
export const readoutMessages = {
  rightAxis: ['right axis', '右轴'],
  curve: ['Curve', '曲线'],
  value: ['Value', '值'],
  smoothed: ['Smoothed', '平滑值'],
  band: ['Band', '区间'],
  step: ['Step', '步数'],
  time: ['Time', '时间'],
  relative: ['Relative', '相对时间'],
  x: ['X', 'X'],
  more: ['and {n} more', '另有 {n} 条'],
  copy: ['Copy', '复制'],
  copied: ['Copied', '已复制'],
  close: ['Close', '关闭'],
  readout: ['Values at the cursor', '光标处的值'],
} as const;
