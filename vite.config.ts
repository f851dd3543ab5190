import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Two builds of the same source: what the browser loads, and the renderer with which tools/build.ts writes the pages. */
export default defineConfig(({ isSsrBuild }) => ({
  root: inProject('src/web'),
  publicDir: isSsrBuild === true ? false : inProject('public'),
  plugins: [react(), tailwindcss()],
  logLevel: 'warn',
  build: {
    outDir: inProject(isSsrBuild === true ? 'dist/page-renderer' : 'dist/web'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0, // the content security policy allows no `data:` addresses for scripts and fonts
    cssCodeSplit: false, // one sheet, inline in every page
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: isSsrBuild === true ? 'entry-server.tsx' : inProject('src/web/entry-client.tsx') },
    ...(isSsrBuild === true ? { ssr: true } : {}),
  },
}));
