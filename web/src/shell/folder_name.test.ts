import { expect, it } from 'vitest';
import { folderName } from './folder_name';

it.each([
  [[], ''],
  [['/home/me/runs/'], 'runs'],
  [['runs'], 'runs'],
  [['/'], '/'],
  [['/a/x', '/b/y', '/c/z'], 'x +2'],
])('%j is called %j', (directories, name) => expect(folderName(directories)).toBe(name));
