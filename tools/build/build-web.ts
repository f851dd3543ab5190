import { renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { buildMails } from './build-mails.ts';
import { compressFiles } from './compress-files.ts';
import { builtPath, rendererFolder, servedFolder, sourcePath, viteConfigPath, webFolder } from './paths.ts';
import { takeManifest } from './manifest.ts';
import { writeCoreFont } from './write-core-font.ts';
import { writePages } from './write-pages.ts';

/**
 * Builds `dist/web` (scripts and font with hashed names, every page prerendered with inline CSS, compressed copies, and
 * `build.json`, which lists the pages for the server) and `dist/mails`. A failed build leaves the previous one in place.
 */
export async function buildWeb(): Promise<void> {
  await writeCoreFont();
  await build({ configFile: viteConfigPath });
  await build({ configFile: viteConfigPath, build: { ssr: sourcePath('entry-server.tsx') } });
  await writePages(takeManifest());
  rmSync(builtPath(rendererFolder), { recursive: true });
  compressFiles(builtPath(webFolder));
  await buildMails();
  rmSync(builtPath(servedFolder), { recursive: true, force: true });
  renameSync(builtPath(webFolder), builtPath(servedFolder));
}
