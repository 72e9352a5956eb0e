// How an address names a page and its parameters. Apart from ViewState, since the first code of the page reads it, too (start.ts).

// "#scalars?a=b" and, as TensorBoard's links have it, "#scalars&a=b".
export function parseHash(hash: string): [page: string, texts: ReadonlyMap<string, string>] {
  const bare = hash.replace(/^#\/?/, '');
  const end = bare.search(/[?&]/);
  const page = end < 0 ? bare : bare.slice(0, end);
  return [decode(page), new Map(new URLSearchParams(end < 0 ? '' : bare.slice(end + 1)))];
}

// What is not encoded rightly is taken as it is.
export function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
