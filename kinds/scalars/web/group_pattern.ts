// What is wrong with a pattern that puts runs into groups; undefined: nothing.
export function groupPatternProblem(pattern: string): string | undefined {
  try {
    new RegExp(pattern, 'u');
    return undefined;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return said.replace(/^Invalid regular expression: \/.*\/[a-z]*: /s, '');
  }
}
