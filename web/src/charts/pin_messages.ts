// The words of pins, which come with them.
export const pinMessages = {
  pin: ['Pin at {place}', '{place} 处的固定标记'],
  pinKeys: ['Arrow keys move it, Enter types a place, Delete removes it.', '方向键移动，回车键输入位置，删除键移除。'],
  pinPlace: ['Place of the pin', '固定标记的位置'],
  removePin: ['Remove pin at {place}', '移除 {place} 处的固定标记'],
} as const;
