// Run names share long beginnings ("experiments/2024/resnet/"): what all of them have in front, up to a slash, tells nothing.
export function commonFolder(names: readonly string[]): string {
  const [first] = names;
  if (first === undefined || names.length < 2) return '';
  let end = first.length;
  for (const name of names) {
    while (!name.startsWith(first.slice(0, end))) end -= 1;
    if (end === 0) return '';
  }
  const folder = first.slice(0, first.lastIndexOf('/', end - 1) + 1);
  // A run that is the folder itself would have no name left.
  return names.some((name) => name.length <= folder.length) ? '' : folder;
}

// Cuts in the middle: the last part of a path is what people look for.
export function shortenMiddle(text: string, length: number): string {
  const letters = [...text];
  if (letters.length <= length) return text;
  const tail = Math.ceil((length - 1) * 0.6);
  return `${letters.slice(0, length - 1 - tail).join('')}…${letters.slice(letters.length - tail).join('')}`;
}
