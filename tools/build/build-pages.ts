import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { buildMails } from './build-mails.ts';
import {
  builtPath,
  newRendererFolder,
  newWebFolder,
  rendererFolder,
  replaceFolder,
  servedFolder,
  sourcePath,
  viteConfigPath,
} from './paths.ts';
import { takeManifest } from './manifest.ts';
import { writeCoreFont } from './write-core-font.ts';
import { writePages } from './write-pages.ts';

/**
 * Builds `dist/web` (scripts and font with hashed names, every page prerendered with inline CSS, compressed copies, and
 * `build.json` with the list of pages for the server), `dist/page-renderer`, with which the server renders pages again, and
 * `dist/mails`. A failed build leaves the previous one in place.
 */
export async function buildPages(): Promise<void> {
  await writeCoreFont();
  await build({ configFile: viteConfigPath });
  await build({ configFile: viteConfigPath, build: { ssr: sourcePath('entry-server.tsx') } });
  await writePages(takeManifest());
  compressFiles(builtPath(newWebFolder));
  await buildMails();
  replaceFolder(rendererFolder, newRendererFolder);
  replaceFolder(servedFolder, newWebFolder);
}

/** Writes a Brotli and a gzip copy beside every file of these types that compression makes smaller. */
function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    compressible.test(file),
  )) {
    const path = join(folder, name);
    const content = readFileSync(path);
    const brotli = brotliCompressSync(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    });
    if (brotli.length >= content.length) continue;
    writeFileSync(`${path}.br`, brotli);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
  }
}

/** Pages are left out: the server adds notices to them and compresses them itself. */
const compressible = /\.(?:js|css|svg|txt|json|xml|webmanifest)$/;
