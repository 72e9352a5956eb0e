// The words of typing the limits of an axis, which come with it.
export const limitsMessages = {
  minimum: ['Minimum', '最小值'],
  maximum: ['Maximum', '最大值'],
  apply: ['Apply', '应用'],
  cancel: ['Cancel', '取消'],
  minNumber: ['The minimum is not a number', '最小值不是数字'],
  maxNumber: ['The maximum is not a number', '最大值不是数字'],
  minTime: ['The minimum is not a time such as 2026-01-31 12:00', '最小值不是时间，例如 2026-01-31 12:00'],
  maxTime: ['The maximum is not a time such as 2026-01-31 12:00', '最大值不是时间，例如 2026-01-31 12:00'],
  order: ['The minimum must be below the maximum', '最小值必须小于最大值'],
  positive: ['A logarithmic axis begins above zero', '对数轴的最小值必须大于零'],
  tooClose: ['These limits are too close to each other', '两个范围值过于接近'],
  fit: ['Fit', '适应数据'],
  limitsX: ['Limits of the horizontal axis', '横轴范围'],
  limitsLeft: ['Limits of the vertical axis', '纵轴范围'],
  limitsRight: ['Limits of the right axis', '右轴范围'],
} as const;
