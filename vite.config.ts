import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Groups the code of nearly all pages, the code of most pages with server data, the code of most pages of the staff, the code
 * that prices a donation, and what a page shows when a part of it does not load, into one file each. The text pages load only
 * the first, and the last with their charts. Without the groups the account page loads 39 files instead of 26, and small files
 * compress worse.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'shared', minShareCount: 39, priority: 3 },
  {
    name: 'data',
    test: /node_modules|src\/(?:domain|contract|web\/(?:layout|session|ui\/feedback\/(?:query-view|spinner)|[a-z-]+\.tsx?$))/,
    minShareCount: 25,
    priority: 2,
  },
  { name: 'staff', test: /src\/.*(?:admin|staff)/, minShareCount: 26, priority: 1 },
  {
    name: 'prices',
    test: /src\/(?:web\/ui\/snacks|contract\/(?:checkout|calls\/donation)\.|domain\/(?:money\/exchange|donation\/(?:basket|pricing|meals))|web\/donate\/(?:catalogue|draft|figures))/,
    minShareCount: 2,
  },
  { name: 'failed', test: /src\/web\/ui\/feedback\/(?:failed-box|lazy-part)/ },
];

const entries = ['entry-start.ts', 'entry-client.tsx'].map((file) => inProject(`src/web/${file}`));

/**
 * Two builds of the same source: the browser's files, and the renderer with which tools/build.ts writes the pages and the server
 * renders some of them again. The renderer contains its libraries.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: inProject('src/web'),
  publicDir: isSsrBuild ? false : inProject('public'),
  plugins: [react(), tailwindcss()],
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } }, // React has what wouter's shim adds: 0.6 kB per page
  logLevel: 'warn',
  ...(isSsrBuild ? { ssr: { noExternal: true } } : {}),
  build: {
    outDir: inProject(isSsrBuild ? 'dist/page-renderer-next' : 'dist/web-next'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0, // the content security policy allows no `data:` addresses for scripts and fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild ? { ssr: true } : {}),
    rolldownOptions: isSsrBuild
      ? { input: 'entry-server.tsx' }
      : {
          input: entries,
          output: {
            // Short, because each document lists these names and the home page's has few bytes left.
            chunkFileNames: ({ name }) => `assets/${name.replace(/-(?!page)\w+$/, '')}-[hash:7].js`,
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: { groups: chunkGroups, includeDependenciesRecursively: false },
          },
        },
  },
}));
