import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const inProject = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Files of ours that do something when they are loaded; of the others, a page takes only what it uses. */
const acting = /\/src\/web\/(entry-[a-z]+\.tsx|.*\.css)$/;

/**
 * The router makes and names its components in ways that the bundler must take for deeds, so that those nobody uses would
 * be kept, prefetching and all: 3 kB on every page.
 */
const leanRouter: Plugin = {
  name: 'lean-router',
  transform: {
    filter: { id: /\/react-router\/dist\// },
    handler: (code) => ({
      code: code
        .replaceAll(/^\w+\.displayName = .*;$/gm, '')
        .replaceAll(/^const (\w+) = React\$1\.forwardRef\(/gm, 'const $1 = /* @__PURE__ */ React$$1.forwardRef('),
      map: null,
    }),
  },
};

/** What every page with server data needs comes as one file: in one piece it compresses better than in many. */
const dataModules =
  /@tanstack|node_modules\/zod|src\/contract\/(?!paypal)|src\/web\/(api|query-client)\.|src\/domain\/(money\/(format|exchange)|donation\/(basket|pricing))|src\/web\/donate\/(checkout-payload|catalogue)\.|src\/web\/session\/(use-user|private-answers|begin-session)/;

const chunks: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  preserveEntrySignatures: false,
  output: {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: 'data', test: dataModules }],
    },
  },
};

/** Two builds of the same source: what the browser loads, and the renderer with which tools/build.ts writes the pages. */
export default defineConfig(({ isSsrBuild }) => ({
  root: inProject('src/web'),
  publicDir: isSsrBuild === true ? false : inProject('public'),
  plugins: [react(), tailwindcss(), leanRouter],
  logLevel: 'warn',
  build: {
    outDir: inProject(isSsrBuild === true ? 'dist/page-renderer' : 'dist/web-next'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0, // the content security policy allows no `data:` addresses for scripts and fonts
    cssCodeSplit: false, // one sheet, inline in every page
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      ...(isSsrBuild === true ? {} : chunks),
      input: isSsrBuild === true ? 'entry-server.tsx' : inProject('src/web/entry-client.tsx'),
      treeshake: { moduleSideEffects: (id) => (id.startsWith(inProject('src/')) ? acting.test(id) : undefined) },
    },
    ...(isSsrBuild === true ? { ssr: true } : {}),
  },
}));
