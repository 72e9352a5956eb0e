// A name as it may be shown: line ends and other control signs as pictures of themselves, since a name has one line; and signs that turn the
// direction of what follows as their numbers, since with them one name looks like another.
export function visibleText(text: string): string {
  return text.replace(/\p{Cc}|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (sign) => {
    const code = sign.charCodeAt(0);
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code < 256 ? '␡' : `\\u${code.toString(16)}`;
  });
}
