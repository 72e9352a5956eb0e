// Lists inside one parameter of a link. Only signs that stay as they are in an address are used: '_' between entries, '*' between the parts
// of one, so that a view with many changed cards is still a short link.

// Cards and tags are named by the first eight digits of the tag's id, as runs are.
const shortLength = 8;

export function shortTag(id: string): string {
  return id.slice(0, shortLength);
}

// Where two tags begin alike, the later one is named in full.
export function isTagKey(text: string | undefined): text is string {
  return text !== undefined && /^(?:[0-9a-f]{8}|[0-9a-f]{16})$/.test(text);
}

export function joinEntries(entries: Iterable<readonly string[]>): string {
  return [...entries].map((parts) => parts.join('*')).join('_');
}

export function splitEntries(text: string): readonly (readonly string[])[] {
  return text === '' ? [] : text.split('_').map((entry) => entry.split('*'));
}

// Any words, with the two signs that part entries escaped.
export function escapeWords(words: string): string {
  return words.replace(/[%_*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

export function unescapeWords(text: string): string {
  return text.replace(/%(25|5f|2a)/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

// A number no longer than it must be to be told from its neighbours a thousandth of `span` away.
export function roundedText(value: number, span: number): string {
  if (!Number.isFinite(value) || !(span > 0)) return String(value).replace('+', '');
  const digits = Math.ceil(Math.log10(Math.max(Math.abs(value), span) / span)) + 4;
  return String(Number(value.toPrecision(Math.min(17, Math.max(1, digits))))).replace('+', '');
}

export function parseNumber(text: string | undefined): number | undefined {
  const value = text === undefined || text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
