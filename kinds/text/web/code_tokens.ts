// Colours for code of any language: what is a word of a language, a text, a remark or a number can be told without knowing which language it is,
// well enough to read by. Far smaller than one that knows.

export type CodeSort = 'keyword' | 'string' | 'comment' | 'number' | 'plain';

export interface CodeToken {
  readonly sort: CodeSort;
  readonly text: string;
}

// Of Python, C and C++, Java, JavaScript and TypeScript, Go, Rust, shells, SQL.
const keywords = new Set(
  `and as assert async await auto bool break case catch char class const constexpr continue def default del delete do
  done double elif else elseif end enum esac except export extends extern false False fi final finally float fn for from
  func function global if impl implements import in inline int interface is lambda let long loop match mod module mut
  namespace new nil None nonlocal not null nullptr or package pass private protected public pub raise readonly return
  self short signed sizeof static struct super switch template then this throw trait true True try type typedef typename
  typeof undefined union unsigned use using var virtual void volatile where while with yield
  SELECT FROM WHERE INSERT INTO UPDATE DELETE CREATE TABLE JOIN LEFT INNER ON GROUP ORDER BY LIMIT AND OR NOT AS SET VALUES`
    .trim()
    .split(/\s+/),
);

// A '#' begins a remark unless it stands in a word or before a colour or a C directive.
const pattern =
  /(?<comment>\/\*[^]*?(?:\*\/|$(?![^]))|\/\/[^\n]*|(?<![\w&$])#(?!(?:include|define|if|ifdef|ifndef|else|endif|pragma)\b|[0-9a-fA-F]{3,8}\b)[^\n]*|(?<=^|\s)--\s[^\n]*)|(?<string>"""[^]*?(?:"""|$(?![^]))|'''[^]*?(?:'''|$(?![^]))|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`?)|(?<number>(?<![\w.])(?:0[xX][0-9a-fA-F_]+|0[bB][01_]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[a-zA-Z]?\b)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)/gmu;

// The tokens put together are the code.
export function codeTokens(code: string): readonly CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  const add = (sort: CodeSort, text: string): void => {
    const last = tokens.at(-1);
    if (text === '') return;
    if (last?.sort === sort) tokens[tokens.length - 1] = { sort, text: last.text + text };
    else tokens.push({ sort, text });
  };
  for (const found of code.matchAll(pattern)) {
    const { comment, string, number, word } = found.groups ?? {};
    add('plain', code.slice(at, found.index));
    if (comment !== undefined) add('comment', comment);
    else if (string !== undefined) add('string', string);
    else if (number !== undefined) add('number', number);
    else if (word !== undefined) add(keywords.has(word) ? 'keyword' : 'plain', word);
    at = found.index + found[0].length;
  }
  add('plain', code.slice(at));
  return tokens;
}
