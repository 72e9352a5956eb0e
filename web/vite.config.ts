import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// A running program that the dev server asks: SIGHTGLASS_SERVER=http://localhost:6006 npm run dev
const program = process.env.SIGHTGLASS_SERVER ?? 'http://localhost:6006';

// Runs as soon as it is there, before the page has been read to its end: see start.ts.
function runStartFirst(): Plugin {
  return {
    name: 'run-start-first',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const start = Object.values(bundle ?? {}).find((file) => file.type === 'chunk' && file.name === 'start');
        if (start === undefined) return [];
        const attrs = {
          type: 'module',
          async: true,
          crossorigin: true,
          src: `./${start.fileName}`,
          fetchpriority: 'high',
        };
        return [{ tag: 'script', attrs, injectTo: 'head-prepend' }];
      },
    },
  };
}

// What all dashboards share is one file rather than many small ones: each costs a request before the first chart.
function chunkOf(id: string): string | undefined {
  // With all that it imports, as any of these.
  if (/\/shell\/start\.ts$|vite\/preload-helper/.test(id)) return 'start';
  if (/\/web\/src\/(?:charts\/(?:LineChart|ticks)|kind\/chart_theme)/.test(id)) return 'charts';
  // What only fields of dialogs and the palette need, and what comes after the first chart.
  if (/\/bindings\/input\.js$/.test(id)) return 'fields';
  const isShared = /\/node_modules\/svelte\/src\/(?!motion)|\/web\/src\/(?:cards\/|charts\/fit_domain)/.test(id);
  const isLater = /\/(?:Settings(?!Place)|ResizeCorner|FullFrame|CardsBlank|cards_blank)/.test(id);
  return isShared && !isLater ? 'common' : undefined;
}

export default defineConfig({
  root: here('.'),
  // Every address is relative: the page is served below any prefix, and inside frames.
  base: './',
  plugins: [svelte({ configFile: here('svelte.config.js') }), runStartFirst()],
  resolve: {
    alias: {
      $base: here('src/base'),
      $api: here('src/api'),
      $charts: here('src/charts'),
      $widgets: here('src/widgets'),
      $kind: here('src/kind'),
      $cards: here('src/cards'),
      $media: here('src/media'),
      $histograms: here('src/histograms'),
    },
  },
  build: {
    target: 'es2022',
    outDir: here('../build/web/dist'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: { output: { manualChunks: chunkOf } },
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
