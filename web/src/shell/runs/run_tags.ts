// Tags of a run as people type them, with commas between: each once, in their order. The profile takes up to 64 of 128 bytes.
export function parseTags(typed: string): readonly string[] {
  const tags = typed
    .split(/[,，]/)
    .map((tag) => [...tag.trim()].slice(0, 32).join(''))
    .filter((tag) => tag !== '');
  return [...new Set(tags)].slice(0, 64);
}
