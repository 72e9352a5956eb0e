import { defineConfig } from 'vitest/config';

export default defineConfig({
  // Beside that of the unit tests, not in a folder of its own here.
  cacheDir: new URL('../../node_modules/.vite', import.meta.url).pathname,
  test: {
    root: new URL('.', import.meta.url).pathname,
    include: ['*.e2e.ts', 'support/*.test.ts'],
    environment: 'node',
    globalSetup: ['support/one_browser.ts'],
    // A machine that is busy is slow, not wrong: this only ends what hangs.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Each file has a page or two of the one browser; more at once only take turns.
    maxWorkers: 2,
    minWorkers: 1,
  },
});
