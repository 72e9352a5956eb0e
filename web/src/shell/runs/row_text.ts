// A name in a row: as much of it as fits, so that neither ten thousand letters nor odd signs break the list.
import { shortenMiddle } from '$base/short_names';
import { visibleText } from '$base/visible_text';

// A letter of the list's font is about that wide; what is wider than most is cut at the end by the browser.
const letterPixels = 6.6;
const longest = 400;
// Some eighteen letters.
const leastName = 120;

// `pixels` is the room for it.
export function rowText(name: string, pixels: number): string {
  const room = Math.max(8, Math.floor(pixels / letterPixels));
  if (name.length <= room) return visibleText(name);
  // Of very long names the middle is not even looked at.
  const shorter = name.length > 2 * longest ? `${name.slice(0, longest)}…${name.slice(-longest)}` : name;
  return visibleText(shortenMiddle(shorter, Math.min(room, longest)));
}

// How the pixels of a row are shared between a name and the tags behind it, of which at most `most` are shown. Where the name would have too
// little, a number stands for all tags.
export function nameRoom(
  pixels: number,
  tags: readonly string[],
  most: number,
): { readonly shownTags: number; readonly room: number } {
  if (tags.length === 0) return { shownTags: 0, room: pixels };
  const rest = (shown: number): number => (tags.length > shown ? 36 : 0);
  const chips = tags.slice(0, most).reduce((sum, tag) => sum + 16 + 6 * Math.min(tag.length, 13), 0) + rest(most);
  return pixels - chips < leastName
    ? { shownTags: 0, room: pixels - rest(0) }
    : { shownTags: most, room: pixels - chips };
}

// The direction of a name, by its first letter. Browsers find it themselves (dir="auto"), but not again for an element that is given another
// name.
export function textDirection(name: string): 'ltr' | 'rtl' {
  const letter = /\p{L}/u.exec(name.slice(0, longest))?.[0] ?? '';
  return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(letter)
    ? 'rtl'
    : 'ltr';
}
