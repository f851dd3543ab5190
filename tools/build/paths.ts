import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const rootPath = fileURLToPath(new URL('../..', import.meta.url));

/** Folders below `dist`: what is served, what takes its place when it is complete, and the renderer of the pages. */
export const servedFolder = 'web';
export const webFolder = 'web-next';
export const rendererFolder = 'page-renderer';

/** Folder below `dist` with the mails. */
export const mailsFolder = 'mails';

/** The list of chunks and what they import; it stays beside the served folder for the size checks. */
export const manifestPath = join(rootPath, 'dist', 'web-manifest.json');

export const viteConfigPath = join(rootPath, 'vite.config.ts');

/** The font's part for nearly every page, made anew by each build. */
export const coreFontPath = join(rootPath, '.cache', 'fonts', 'nunito-core.woff2');

/** Where the mails are written. */
export const mailSourcesPath = join(rootPath, 'src', 'mails');

/** A file below `src/web`. */
export const sourcePath = (file: string): string => join(rootPath, 'src', 'web', file);

/** A folder or file below `dist`. */
export const builtPath = (...parts: string[]): string => join(rootPath, 'dist', ...parts);

/** A picture or another file that is served as it is, by its address. */
export const publicPath = (address: string): string => join(rootPath, 'public', address);
