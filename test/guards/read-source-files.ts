import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFile } from './source-file.ts';

/** Root of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Reads and parses the source files of the project, or those in some of its folders. */
export function readSourceFiles(folders = '{src,sandbox,tools,test,bench}'): readonly SourceFile[] {
  return globSync(`${folders}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}`, { cwd: projectRoot })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(projectRoot, path), 'utf8')));
}
