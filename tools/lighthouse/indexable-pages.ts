import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { builtPath, servedFolder } from '../build/paths.ts';

const buildSchema = z.object({ pages: z.record(z.string(), z.string()) });

/** Paths of the built pages that do not ask search engines to stay away. */
export function listIndexablePages(): readonly string[] {
  const { pages } = buildSchema.parse(JSON.parse(readBuilt('build.json')));
  return Object.entries(pages)
    .filter(([, file]) => !readBuilt(file).includes('<meta name="robots" content="noindex"'))
    .map(([path]) => path);
}

const readBuilt = (file: string): string => readFileSync(builtPath(servedFolder, file), 'utf8');
