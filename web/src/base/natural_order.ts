// The order in which people expect names: layer2 before layer10, lr=0.05 before lr=0.1, 1e-4 before 1e-3, and parts of a path one by one.
// What differs only in leading zeros or case is told apart at the end of its part of the path, so that the order is total and folders
// stay together.
export function compareNatural(a: string, b: string): number {
  let i = 0;
  let j = 0;
  // Which comes first of two parts that are equal so far, if nothing else decides.
  let tie = 0;
  while (i < a.length && j < b.length) {
    const left = a.charCodeAt(i);
    const right = b.charCodeAt(j);
    if (isDigit(left) && isDigit(right)) {
      let endLeft = digitsEnd(a, i);
      let endRight = digitsEnd(b, j);
      let order: number;
      const isLong = goesOn(a, endLeft) || goesOn(b, endRight);
      if (isLong) {
        endLeft = numberEnd(a, i);
        endRight = numberEnd(b, j);
        order = compareNumbers(a.slice(i, endLeft), b.slice(j, endRight));
      } else order = compareDigits(a, i, endLeft, b, j, endRight);
      if (order !== 0) return order;
      // Equally long and plain digits are the same.
      if (tie === 0 && (isLong || endLeft - i !== endRight - j))
        tie = compareTexts(a.slice(i, endLeft), b.slice(j, endRight));
      i = endLeft;
      j = endRight;
      continue;
    }
    const order = rank(left) - rank(right);
    if (order !== 0) return order;
    if (left === slash && tie !== 0) return tie;
    if (tie === 0) tie = left - right;
    i += 1;
    j += 1;
  }
  // The shorter one ends here, or another part of the path begins.
  const order = a.length - i - (b.length - j);
  if (order !== 0) return tie !== 0 && (a.charCodeAt(i) === slash || b.charCodeAt(j) === slash) ? tie : order;
  return tie !== 0 ? tie : compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const slash = 47;

// A slash ends a name, so a/b stands before a-b/c; letters are compared without their case.
function rank(code: number): number {
  if (code === slash) return 0;
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

// A point or an "e" may make more of digits than a whole number.
function goesOn(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code === 46 || code === 69 || code === 101;
}

// With an exponent that no letter follows: "1e5f" is no number.
const numberPattern = /\d+(?:\.\d+)*(?:e[+-]?\d+(?![\d\p{L}]))?/iuy;

function numberEnd(text: string, begin: number): number {
  numberPattern.lastIndex = begin;
  return begin + (numberPattern.exec(text)?.[0].length ?? 0);
}

// With two points or more it is a version or a date, whose parts are whole numbers: behind the one that it begins with.
function compareNumbers(a: string, b: string): number {
  if (digitsEnd(a, 0) === a.length && digitsEnd(b, 0) === b.length)
    return compareDigits(a, 0, a.length, b, 0, b.length);
  const partsA = a.split('.');
  const partsB = b.split('.');
  const isVersionA = partsA.length > 2;
  const isVersionB = partsB.length > 2;
  const order = Number(isVersionA ? partsA[0] : a) - Number(isVersionB ? partsB[0] : b);
  if (order !== 0 && !Number.isNaN(order)) return order;
  if (!isVersionA || !isVersionB) return Number(isVersionA) - Number(isVersionB);
  for (let i = 1; i < Math.min(partsA.length, partsB.length); i += 1) {
    const part = Number.parseInt(partsA[i] ?? '', 10) - Number.parseInt(partsB[i] ?? '', 10);
    if (part !== 0) return part;
  }
  return partsA.length - partsB.length;
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
