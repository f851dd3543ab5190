import { renameSync, rmSync } from 'node:fs';
import { build } from 'vite';
import { buildMails } from './build-mails.ts';
import { compressFiles } from './compress-files.ts';
import { builtPath, rendererFolder, servedFolder, sourcePath, viteConfigPath, webFolder } from './paths.ts';
import { takeManifest } from './manifest.ts';
import { writeCoreFont } from './write-core-font.ts';
import { writePages } from './write-pages.ts';

/**
 * Builds `dist/web`: scripts and font under hashed names, every page prerendered with the whole sheet inline, compressed
 * copies of every file, and `build.json`, which tells the server what is there; and `dist/mails`. A build that fails leaves
 * the last one.
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
