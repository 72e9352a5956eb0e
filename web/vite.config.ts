import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// A running program that the dev server asks: SIGHTGLASS_SERVER=http://localhost:6006 npm run dev
const program = process.env.SIGHTGLASS_SERVER ?? 'http://localhost:6006';

export default defineConfig({
  root: here('.'),
  // Every address is relative: the page is served below any prefix, and inside frames.
  base: './',
  plugins: [svelte({ configFile: here('svelte.config.js') })],
  resolve: {
    alias: {
      $base: here('src/base'),
      $api: here('src/api'),
      $charts: here('src/charts'),
      $widgets: here('src/widgets'),
      $kind: here('src/kind'),
    },
  },
  build: {
    target: 'es2022',
    outDir: here('../build/web/dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  worker: { format: 'es' },
  server: {
    port: 5173,
    fs: { allow: [here('..')] },
    // The program refuses what comes from another origin than its own.
    proxy: Object.fromEntries(
      ['/api', '/data'].map((path) => [path, { target: program, changeOrigin: true, headers: { origin: program } }]),
    ),
  },
  test: {
    root: here('..'),
    include: ['web/src/**/*.test.ts', 'kinds/*/web/**/*.test.ts'],
    environment: 'node',
  },
});
