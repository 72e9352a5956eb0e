// The filter boxes of the page. Blanks part terms; a name must match all of them. A term is a regular expression, found anywhere and without
// regard to case; with "-" in front it excludes what it matches, and in double quotes it means just what it says. So `resnet -debug "a b"`
// works, and so does `^(train|val)/`.
export interface TextPattern {
  // True for every name if nothing was typed.
  matches(name: string): boolean;
  readonly isEmpty: boolean;
  // What does not compile, and where in the text it begins.
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
      (term.isExcluding ? unwanted : wanted).push(new RegExp(source, 'iu'));
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error);
      // Engines repeat the whole expression before saying what is wrong with it.
      const message = said.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '');
      return { matches: () => true, isEmpty: false, problem: { message, term: term.source, at: term.at } };
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
