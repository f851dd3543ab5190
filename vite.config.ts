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

/** The browser asks what the contract lets it ask; what a document and the server alone read of it stays at home. */
const leanContract: Plugin = {
  name: 'lean-contract',
  transform: {
    filter: { id: /\/src\/contract\/[a-z-]+-endpoints\.ts$/ },
    handler: (code) => ({
      code: code
        .replaceAll(/\bsummary:\s*(["'])(?:\\.|(?!\1).)*\1,/g, '')
        .replaceAll(/\berrors:\s*\[[^\]]*\],?/g, '')
        .replaceAll(/\b(?:body:\s*\w+|access:\s*["']\w+["']|limitPerMinute:\s*\d+),?/g, ''),
      map: null,
    }),
  },
};

/** Which files a page is made of, the build looks up in its renderer; the browser only loads them. */
const leanRoutes: Plugin = {
  name: 'lean-routes',
  transform: {
    filter: { id: /\/src\/web\/routes\.tsx$/ },
    handler: (code) => ({ code: code.replaceAll(/(["'])[\w/-]+-page\.tsx\1,/g, '"",'), map: null }),
  },
};

/**
 * What every page with server data needs comes as one file: in one piece it compresses better than in many. What a few of
 * them need besides stays out of it.
 */
const dataModules =
  /@tanstack(?!.*\/(mutationObserver|useMutation)\.)|node_modules\/zod|src\/contract\/(?!account|sign-in|contact|newsletter|report|paypal|recurring|money-desk|donor|receipt)|src\/web\/(api|query-client)\.|src\/web\/session\/(use-user|private-answers|begin-session)\.|src\/domain\/donation\/meals\./;

/** What every page needs, text pages too. */
const frameModules =
  /node_modules\/(react|react-dom|react-router|scheduler)\/|src\/(web|domain)\/public-url\.|src\/web\/ui\/(adopt-sheet|button|error-boundary|failed-box|icon|later-part|page-link|field-problem|skeleton|spinner|use-is-hydrated)\.|src\/web\/layout\/(page-head|scroll-to-section)\.|src\/domain\/money\/(currency|format|money|rounding)\.|rolldown.runtime/;

/** Files that are there before any page is asked for, so that nothing need fetch them ahead. */
const ofEveryPage = /assets\/(?:frame|rolldown-runtime)-/;

/** What the pages around a gift share. */
const giftModules =
  /src\/domain\/(donation\/(basket|pricing)|money\/exchange)\.|src\/web\/donate\/(draft|draft-store|stored-draft|checkout-payload|catalogue|figures)\./;

/** The parts of forms. */
const formModules =
  /src\/web\/ui\/(check-form|use-checked-form|text-field|select-field|new-password-field|strength-hint|password-strength|country-field|country-options|tell-refusal|deed-button|save-button)\./;

/** Small parts that pages of a donor's share, and what ends a session: each file more is a name more in every page's list. */
const donorModules = /src\/web\/(layout\/donor-page|session\/require-donor|ui\/(four-faces|format-date))\./;
const sessionEndModules = /src\/web\/session\/(end-session|forget-session)\./;

const chunks: Rolldown.InputOptions & { output: Rolldown.OutputOptions } = {
  preserveEntrySignatures: false,
  output: {
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [
        { name: 'data', test: dataModules },
        { name: 'frame', test: frameModules },
        { name: 'form', test: formModules },
        { name: 'gift', test: giftModules },
        { name: 'donor', test: donorModules },
        { name: 'session-end', test: sessionEndModules },
      ],
    },
  },
};

/** Two builds of the same source: what the browser loads, and the renderer with which tools/build.ts writes the pages. */
export default defineConfig(({ isSsrBuild }) => ({
  root: inProject('src/web'),
  publicDir: isSsrBuild === true ? false : inProject('public'),
  plugins: [react(), tailwindcss(), leanRouter, leanContract, ...(isSsrBuild === true ? [] : [leanRoutes])],
  logLevel: 'warn',
  build: {
    outDir: inProject(isSsrBuild === true ? 'dist/page-renderer' : 'dist/web-next'),
    emptyOutDir: true,
    target: 'es2022',
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0, // the content security policy allows no `data:` addresses for scripts and fonts
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, needed) => needed.filter((file) => !ofEveryPage.test(file)),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      ...(isSsrBuild === true ? {} : chunks),
      input: isSsrBuild === true ? 'entry-server.tsx' : inProject('src/web/entry-client.tsx'),
      treeshake: { moduleSideEffects: (id) => (id.startsWith(inProject('src/')) ? acting.test(id) : undefined) },
    },
    ...(isSsrBuild === true ? { ssr: true } : {}),
  },
}));
