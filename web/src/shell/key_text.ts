// Keys as people read them: 'Ctrl+k' is "Ctrl K", on a Mac "⌘ K".

const names: Readonly<Record<string, string>> = {
  ArrowDown: '↓',
  ArrowUp: '↑',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  ' ': 'Space',
};

// One text for each key that is held or pressed.
export function keyParts(key: string, isMac: boolean): readonly string[] {
  // '+' itself is a key: only one with something behind it parts two.
  const parts = key.split(/\+(?=.)/);
  return parts.map((part, i) => {
    if (i < parts.length - 1) return isMac && part === 'Ctrl' ? '⌘' : isMac && part === 'Alt' ? '⌥' : part;
    const isUpper = part.length === 1 && part !== part.toLowerCase();
    if (isUpper) return `Shift ${part}`;
    return names[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}

export function keyText(key: string, isMac: boolean): string {
  return keyParts(key, isMac).join(' ');
}

export function isMacKeyboard(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
