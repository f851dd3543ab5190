import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { projectRoot } from '../guards/read-source-files.ts';

/** Reads the text of a file of the project. */
export const readProjectFile = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

/** Lists the paths of all text files in the project: those that `.gitignore` does not name, without pictures and fonts. */
export function projectTextFiles(): string[] {
  const ignored = readProjectFile('.gitignore').split('\n').filter(Boolean);
  return textFilesIn('', ['.git', '.git/', ...ignored]);
}

function textFilesIn(folder: string, ignored: readonly string[]): string[] {
  return readdirSync(join(projectRoot, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name).split(sep).join('/');
    if (isIgnored(entry.name, entry.isDirectory(), ignored)) return [];
    if (entry.isDirectory()) return textFilesIn(path, ignored);
    return entry.isFile() && !binary.test(entry.name) ? [path] : [];
  });
}

const isIgnored = (name: string, isFolder: boolean, ignored: readonly string[]): boolean =>
  ignored.some((pattern) =>
    pattern.endsWith('/')
      ? isFolder && name === pattern.slice(0, -1)
      : pattern.startsWith('*')
        ? name.endsWith(pattern.slice(1))
        : name === pattern,
  );

const binary = /\.(?:png|jpe?g|webp|avif|ico|woff2?|pdf|gz|br|db)$/;
