// What a log directory is called in the window's title: its last folder, and how many there are beside it.
export function folderName(directories: readonly string[]): string {
  const [first] = directories;
  if (first === undefined) return '';
  const name = first.replace(/[/\\]+$/, '').replace(/^.*[/\\]/, '') || first;
  return directories.length === 1 ? name : `${name} +${directories.length - 1}`;
}
