import { join } from 'node:path';
import { build } from 'vite';
import { builtPath, newServerFolder, replaceFolder, serverFolder } from './paths.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Bundles the server with its packages into `dist/server`: `main.js`, the worker thread that draws PDFs, and files that are loaded
 * later. A failed build leaves the previous one in place. Names and line breaks stay, so that stack traces can be read; comments
 * go, because Node keeps the text in memory.
 */
export async function buildServer(): Promise<void> {
  await build({
    configFile: false,
    root,
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

/** Packages that read files beside their code: programs for one kind of machine, or fonts. */
const unbundledPackages = ['@node-rs/argon2', 'pdfkit', 'pg-native', 'sharp'] as const;
