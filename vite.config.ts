import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Rolldown } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Pages with their own script. Some groups are relative to it, so that a new page does not move code between files. */
const pageCount = ['routes.tsx', 'admin-pages.ts']
  .map((file) => readFileSync(inProject(`src/web/${file}`), 'utf8').split('import(').length - 1)
  .reduce((count, pages) => count + pages);

/**
 * Groups the code that most pages share, the packages that pages with server data share, and the domain with the contract into
 * one file each. Without these groups the account page loads 39 files instead of 26, and the home page 33 instead of 20.
 */
const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  { name: 'shared', minShareCount: pageCount - 11, priority: 1 }, // the text pages load this one and not the others
  { name: 'packages', test: /node_modules/, minShareCount: pageCount - 17 },
  { name: 'domain', test: /src\/(?:domain|contract)\/(?!.*(?:admin|staff))/, minShareCount: 10 }, // only staff load the rest
];

const entries = ['entry-start.ts', 'entry-client.tsx'].map((file) => inProject(`src/web/${file}`));

/** Two builds of the same source: the browser's files, and the renderer with which tools/build.ts writes the pages. */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: inProject('src/web'),
  publicDir: isSsrBuild ? false : inProject('public'),
  plugins: [react(), tailwindcss()],
  logLevel: 'warn',
  build: {
    outDir: inProject(isSsrBuild ? 'dist/page-renderer' : 'dist/web-next'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: !isSsrBuild,
    assetsInlineLimit: 0, // the content security policy allows no `data:` addresses for scripts and fonts
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    ...(isSsrBuild ? { ssr: true } : {}),
    rolldownOptions: isSsrBuild
      ? { input: 'entry-server.tsx' }
      : { input: entries, output: { codeSplitting: { groups: chunkGroups } } },
  },
}));
