import { expect, it } from 'vitest';
import { logSnippets } from './log_snippets';

it('logs where the server looks, whatever the folder is called', () => {
  for (const { text } of logSnippets('/home/me/my "runs"/')) expect(text).toContain('"/home/me/my \\"runs\\"/run1"');
});
