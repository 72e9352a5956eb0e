import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// A running program that the dev server asks: SIGHTGLASS_SERVER=http://localhost:6006 npm run dev
const program = process.env.SIGHTGLASS_SERVER ?? 'http://localhost:6006';

// What nearly everybody sees first is fetched beside the page's own code, not after it has run.
const firstDashboard = 'kinds/scalars/web/ScalarsDashboard.svelte';

function preloadFirstDashboard(): Plugin {
  return {
    name: 'preload-first-dashboard',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const first = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(firstDashboard)));
        const page = chunks.find(({ isEntry }) => isEntry);
        if (first === undefined || page === undefined) return [];
        const link = (rel: string, file: string, as?: string): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel, href: `./${file}`, crossorigin: true, ...(as && { as }) },
          injectTo: 'head',
        });
        // With what it imports, but for what the page itself does.
        const wanted = chunks.filter(
          ({ fileName }) =>
            (fileName === first.fileName || first.imports.includes(fileName)) &&
            fileName !== page.fileName &&
            !page.imports.includes(fileName),
        );
        const styles = wanted.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]);
        return [
          ...wanted.map(({ fileName }) => link('modulepreload', fileName)),
          ...styles.map((file) => link('preload', file, 'style')),
        ];
      },
    },
  };
}

// What all dashboards share is one file rather than many small ones: each costs a request before the first chart.
function chunkOf(id: string): string | undefined {
  if (/\/web\/src\/(?:charts\/(?:LineChart|ticks)|kind\/chart_theme)/.test(id)) return 'charts';
  const isShared = /\/web\/src\/(?:cards\/|base\/name_search|charts\/fit_domain)/.test(id);
  return isShared && !/\/Settings(?!Place)/.test(id) ? 'common' : undefined;
}

export default defineConfig({
  root: here('.'),
  // Every address is relative: the page is served below any prefix, and inside frames.
  base: './',
  plugins: [svelte({ configFile: here('svelte.config.js') }), preloadFirstDashboard()],
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
