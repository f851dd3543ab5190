import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSource, type SourceFile } from './source-file.ts';

/** Root of the project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

/** Every source file of the project, parsed. */
export function readSourceFiles(): readonly SourceFile[] {
  return globSync('{src,sandbox,tools,test,bench}/**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}', { cwd: projectRoot })
    .map((path) => path.split(sep).join('/'))
    .toSorted()
    .map((path) => parseSource(path, readFileSync(join(projectRoot, path), 'utf8')));
}
