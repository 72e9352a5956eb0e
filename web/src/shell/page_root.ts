// Where the program's addresses begin: where the page lies, or where the server says if it served the page from elsewhere (as TensorBoard
// does, by a meta element).
export function pageRoot(page: string, relativeRoot: string | undefined): string {
  const address = new URL(relativeRoot ?? './', page);
  const folder = address.pathname.replace(/[^/]*$/, '');
  return `${address.origin}${folder}`;
}
