import { build } from 'vite';
import { builtPath, newServerFolder, replaceFolder, rootPath, serverFolder } from './paths.ts';

/**
 * Bundles the server with its packages into `dist/server`: `main.js`, the worker thread that draws PDFs, and files that are
 * loaded later. A failed build leaves the previous one in place. Names and line breaks stay, so that stack traces can be read; comments
 * go, because Node keeps the text in memory.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root: rootPath,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...unbundledPackages] },
    build: {
      ssr: true,
      outDir: builtPath(newServerFolder),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { main: 'src/server/main.ts', 'pdf-worker': 'src/server/pdf/pdf-worker.ts' },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', comments: false },
      },
    },
  });
  replaceFolder(serverFolder, newServerFolder);
}

/** Packages outside the bundle: they read programs or fonts beside their code, or, as `pg-native`, are not installed at all. */
const unbundledPackages = ['@node-rs/argon2', 'pdfkit', 'pg-native', 'sharp'] as const;
