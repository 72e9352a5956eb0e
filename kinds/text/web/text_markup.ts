// The server's HTML as nodes of the page. It is safe already; here every node is made anew from a list of what may be there, so that nothing can
// act in the page even if the server is wrong. Pictures become links: showing one would tell its host who reads this.
import { codeTokens } from './code_tokens';
import type { Marker } from './find_marks';

export interface MarkupWords {
  image(name: string, host: string): string;
}

const plainTags = new Set(
  'blockquote br code em hr li ol p pre strong table tbody td th thead tr ul'
    .split(' ')
    .map((tag) => tag.toUpperCase()),
);
// Where a text of another direction may begin.
const blockTags = new Set('BLOCKQUOTE LI P TD TH'.split(' '));
const cardHeadingLevel = 3;

export function markupNodes(html: string, words: MarkupWords, marker: Marker | undefined): DocumentFragment {
  // A document of its own: nothing in it is fetched or run.
  const source = new DOMParser().parseFromString(html, 'text/html');
  const made = document.createDocumentFragment();
  new MarkupMaker(words, marker).copy(source.body, made);
  return made;
}

export function markedNodes(text: string, marker: Marker | undefined): readonly Node[] {
  if (marker === undefined) return [document.createTextNode(text)];
  return marker(text).map((piece) => {
    if (!piece.isMarked) return document.createTextNode(piece.text);
    const mark = document.createElement('mark');
    mark.textContent = piece.text;
    return mark;
  });
}

class MarkupMaker {
  #headingLevel = cardHeadingLevel;

  constructor(
    private readonly words: MarkupWords,
    private readonly marker: Marker | undefined,
  ) {}

  copy(from: Node, to: Node): void {
    for (const child of from.childNodes) {
      if (child instanceof Text) for (const node of markedNodes(child.data, this.marker)) to.appendChild(node);
      else if (child instanceof Element) this.#copyElement(child, to);
    }
  }

  #copyElement(element: Element, to: Node): void {
    const tag = element.tagName;
    if (tag === 'IMG') return void to.appendChild(this.#imageLink(element));
    if (tag === 'A') return this.#copyInto(linkTo(element.getAttribute('href') ?? ''), element, to);
    if (/^H[1-6]$/.test(tag)) return this.#copyInto(this.#heading(Number(tag[1])), element, to);
    // Only what is inside counts.
    if (!plainTags.has(tag)) return this.copy(element, to);
    const made = document.createElement(tag);
    if (blockTags.has(tag)) made.dir = 'auto';
    if (tag === 'CODE' && element.parentElement?.tagName === 'PRE') this.#color(element.textContent ?? '', made);
    else this.copy(element, made);
    to.appendChild(made);
  }

  #copyInto(made: HTMLElement, element: Element, to: Node): void {
    this.copy(element, made);
    to.appendChild(made);
  }

  // Below the card's own heading, and never more than one level deeper than the one before.
  #heading(level: number): HTMLElement {
    const heading = document.createElement('div');
    this.#headingLevel = Math.min(6, cardHeadingLevel + level, this.#headingLevel + 1);
    heading.className = `sg-heading-${level}`;
    heading.setAttribute('role', 'heading');
    heading.setAttribute('aria-level', String(this.#headingLevel));
    heading.dir = 'auto';
    return heading;
  }

  #imageLink(image: Element): HTMLElement {
    const address = image.getAttribute('src') ?? '';
    const link = linkTo(address);
    link.classList.add('sg-image-link');
    const name = image.getAttribute('alt')?.trim() || address.split('/').at(-1) || address;
    link.textContent = this.words.image(name, hostOf(address));
    return link;
  }

  #color(code: string, to: HTMLElement): void {
    for (const { sort, text } of codeTokens(code)) {
      const nodes = markedNodes(text, this.marker);
      if (sort === 'plain') to.append(...nodes);
      else {
        const token = document.createElement('span');
        token.className = `sg-code-${sort}`;
        token.append(...nodes);
        to.append(token);
      }
    }
  }
}

// In a tab of its own, which knows nothing of this page. An address of any other sort leads nowhere.
function linkTo(address: string): HTMLElement {
  const isSafe = /^(?:https?:|mailto:)/i.test(address) || !/^[^/?#]*:/.test(address);
  if (!isSafe || address === '') return document.createElement('span');
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener noreferrer';
  return link;
}

function hostOf(address: string): string {
  try {
    return new URL(address, location.href).host;
  } catch {
    return '';
  }
}
