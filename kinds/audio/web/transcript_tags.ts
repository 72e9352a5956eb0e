// Which text goes with a clip: one of the same name in the same run. No tag can be both, so writers add something to one of the names.

const audioEndings = /\/(?:audio|audio_summary)(?:\/\d+)?$/;
const textEndings = ['', '/text_summary', '/text', '/transcript', '_transcript', '_text'] as const;

// The likeliest first, never the tag itself.
export function transcriptTags(audioTag: string): readonly string[] {
  const base = audioTag.replace(audioEndings, '');
  const names = [base, ...(base === audioTag ? [] : [audioTag])];
  return names.flatMap((name) => textEndings.map((ending) => name + ending)).filter((name) => name !== audioTag);
}
