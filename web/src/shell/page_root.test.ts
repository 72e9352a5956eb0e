import { expect, it } from 'vitest';
import { pageRoot } from './page_root';

it.each([
  ['http://localhost:6006/', undefined, 'http://localhost:6006/'],
  ['http://localhost:6006/#scalars?x=/a/b', undefined, 'http://localhost:6006/'],
  ['https://host/user/me/proxy/6006/?token=1', undefined, 'https://host/user/me/proxy/6006/'],
  ['https://host/prefix/index.html', undefined, 'https://host/prefix/'],
  ['https://host/prefix/data/page.html', '../', 'https://host/prefix/'],
  ['https://host/prefix', 'prefix/', 'https://host/prefix/'],
])('%s with %s', (page, relativeRoot, root) => expect(pageRoot(page, relativeRoot)).toBe(root));
