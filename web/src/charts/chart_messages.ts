// The words of charts.
export const chartMessages = {
  partFailed: ['This part of the page could not be loaded', '无法加载页面的这一部分'],
  chart: ['chart', '图表'],
  summary: [
    '{label}. {n} {n:curve|curves}. Horizontal axis from {xMin} to {xMax}, vertical axis from {yMin} to {yMax}.',
    '{label}。{n} 条曲线。横轴从 {xMin} 到 {xMax}，纵轴从 {yMin} 到 {yMax}。',
  ],
  keys: [
    'Arrow keys move along a curve and between curves, plus and minus zoom, Backspace goes back, 0 fits, P pins, Space keeps the readout, X and Y set limits.',
    '方向键沿曲线移动或切换曲线，加减号缩放，退格键返回，0 适应数据，P 固定，空格保留读数，X 与 Y 设置坐标范围。',
  ],
  nothingInView: ['No points in this view', '此范围内没有数据点'],
  nothingOnAxes: ['No points that these axes can show', '没有可在这些坐标轴上显示的数据点'],
  fitAll: ['Fit to data', '适应数据'],
  hint: ['{key} + scroll to zoom', '{key} + 滚轮缩放'],
  point: ['{label}: {value} at {place}', '{label}：{place} 处为 {value}'],
  pointSmoothed: [
    '{label}: {value}, smoothed {smoothed}, at {place}',
    '{label}：{place} 处为 {value}，平滑后 {smoothed}',
  ],
  pinned: ['Pinned at {place}', '已固定在 {place}'],
  frozen: ['Readout kept', '读数已保留'],
  unfrozen: ['Readout released', '读数已释放'],
  limitsX: ['Limits of the horizontal axis', '横轴范围'],
  limitsLeft: ['Limits of the vertical axis', '纵轴范围'],
  limitsRight: ['Limits of the right axis', '右轴范围'],
} as const;
