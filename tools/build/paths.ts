import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of package.json, with a trailing slash. */
export const rootPath = fileURLToPath(new URL('../..', import.meta.url));

/** Folders below `dist`: the served pages and their renderer, each with a folder for an unfinished new build. */
export const servedFolder = 'web';
export const newWebFolder = 'web-next';
export const rendererFolder = 'page-renderer';
export const newRendererFolder = 'page-renderer-next';

/** The module in the renderer's folder that the server loads. */
export const rendererFile = 'entry-server.js';

/** Folders below `dist`: the server, and its unfinished new build. */
export const serverFolder = 'server';
export const newServerFolder = 'server-next';

/** Folder below `dist` with the emails. */
export const mailsFolder = 'mails';

/** Vite's manifest, kept beside the served folder for the size checks. */
export const manifestPath = join(rootPath, 'dist', 'web-manifest.json');

export const viteConfigPath = join(rootPath, 'vite.config.ts');

/** The subset of the font for nearly every page, written by each build. */
export const coreFontPath = join(rootPath, '.cache', 'fonts', 'nunito-core.woff2');

/** The sources of the emails. */
export const mailSourcesPath = join(rootPath, 'src', 'mails');

/** A file below `src/web`. */
export const sourcePath = (file: string): string => join(rootPath, 'src', 'web', file);

/** A folder or file below `dist`. */
export const builtPath = (...parts: string[]): string => join(rootPath, 'dist', ...parts);

/** Puts a new build in the place of the previous one. */
export function replaceFolder(folder: string, newFolder: string): void {
  rmSync(builtPath(folder), { recursive: true, force: true });
  renameSync(builtPath(newFolder), builtPath(folder));
}

/** A file below `public`, by the address at which it is served. */
export const publicPath = (address: string): string => join(rootPath, 'public', address);
