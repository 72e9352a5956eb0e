// The order in which people expect names: layer2 before layer10, and parts of a path one by one. Names that differ only in
// leading zeros or case are told apart at the end, so that the order is total.
export function compareNatural(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(j);
    if (isDigit(left) && isDigit(right)) {
      const endLeft = digitsEnd(a, i);
      const endRight = digitsEnd(b, j);
      const order = compareDigits(a, i, endLeft, b, j, endRight);
      if (order !== 0) return order;
      i = endLeft;
      j = endRight;
      continue;
    }
    const order = rank(left) - rank(right);
    if (order !== 0) return order;
    i += 1;
    j += 1;
  }
  const order = a.length - i - (b.length - j);
  if (order !== 0) return order;
  return a < b ? -1 : a > b ? 1 : 0;
}

// A slash ends a name, so a/b stands before a-b/c; letters are compared without their case.
function rank(code: number): number {
  if (code === 47) return 0;
  return code >= 65 && code <= 90 ? code + 32 : code;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function digitsEnd(text: string, begin: number): number {
  let end = begin;
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
  return end;
}

// Digits of any length, so longer than a number can hold.
function compareDigits(a: string, beginA: number, endA: number, b: string, beginB: number, endB: number): number {
  let i = beginA;
  let j = beginB;
  while (i < endA - 1 && a.charCodeAt(i) === 48) i += 1;
  while (j < endB - 1 && b.charCodeAt(j) === 48) j += 1;
  if (endA - i !== endB - j) return endA - i - (endB - j);
  for (; i < endA; i += 1, j += 1) {
    const order = a.charCodeAt(i) - b.charCodeAt(j);
    if (order !== 0) return order;
  }
  return 0;
}
