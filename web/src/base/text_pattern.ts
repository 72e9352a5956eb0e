// The filter boxes of the page. Blanks part terms; a name must match all of them. A term is a regular expression, found anywhere and without
// regard to case; with "-" in front it excludes what it matches, and in double quotes it means just what it says. So `resnet -debug "a b"`
// works, and so does `^(train|val)/`. Of several names in lines of their own, "^" and "$" mean the ends of each.
export interface TextPattern {
  // True for every name if nothing was typed.
  matches(name: string): boolean;
  readonly isEmpty: boolean;
  // What does not compile, and where in the text.
  readonly problem?: { readonly message: string; readonly term: string; readonly at: number } | undefined;
}

interface Term {
  readonly source: string;
  readonly at: number;
  readonly isExcluding: boolean;
  readonly isLiteral: boolean;
}

export function compilePattern(typed: string): TextPattern {
  const wanted: RegExp[] = [];
  const unwanted: RegExp[] = [];
  for (const term of splitTerms(typed)) {
    try {
      const source = term.isLiteral ? term.source.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') : term.source;
      (term.isExcluding ? unwanted : wanted).push(new RegExp(source, 'imu'));
    } catch (error) {
      const { message, at } = expressionProblem(term.source, error);
      return {
        matches: () => true,
        isEmpty: false,
        problem: { message, term: term.source, at: term.at + at },
      };
    }
  }
  return {
    isEmpty: wanted.length === 0 && unwanted.length === 0,
    matches: (name) => wanted.every((one) => one.test(name)) && !unwanted.some((one) => one.test(name)),
  };
}

function splitTerms(typed: string): readonly Term[] {
  const terms: Term[] = [];
  for (const found of typed.matchAll(/(-?)(?:"([^"]*)"|(\S+))/gu)) {
    const [, sign = '', quoted, plain] = found;
    // A lone minus sign is being typed.
    const source = quoted ?? plain ?? '';
    if (source === '' || source === '-') continue;
    terms.push({ source, at: found.index + sign.length, isExcluding: sign === '-', isLiteral: quoted !== undefined });
  }
  return terms;
}

// What an engine said of an expression, without the whole of it that they repeat before, and at which place.
export function expressionProblem(source: string, error: unknown): { readonly message: string; readonly at: number } {
  const said = error instanceof Error ? error.message : String(error);
  return { message: said.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, ''), at: problemPlace(source) };
}

// Where an expression that does not compile goes wrong, as far as that can be seen: at a bracket without its other half, a repetition of
// nothing, or an escape of nothing. Engines say only what is wrong. 0 where it is not seen.
export function problemPlace(source: string): number {
  const open: number[] = [];
  let setBegin = -1;
  let canRepeat = false;
  for (let i = 0; i < source.length; i += 1) {
    const sign = source[i] ?? '';
    if (sign === '\\') {
      if (i + 1 === source.length) return i;
      i += 1;
      canRepeat = true;
    } else if (setBegin >= 0) {
      if (sign === ']') setBegin = -1;
    } else if (sign === '[') {
      setBegin = i;
      canRepeat = true;
    } else if (sign === '(') {
      open.push(i);
      canRepeat = false;
      if (source[i + 1] === '?') i += 1;
    } else if (sign === ')') {
      if (open.pop() === undefined) return i;
      canRepeat = true;
    } else if ('*+?'.includes(sign)) {
      if (!canRepeat) return i;
      // One more makes it lazy.
      if (source[i + 1] === '?') i += 1;
      canRepeat = false;
    } else canRepeat = sign !== '|' && sign !== '^';
  }
  return setBegin >= 0 ? setBegin : (open.pop() ?? 0);
}
