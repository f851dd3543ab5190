import { readFileSync, renameSync, rmSync } from 'node:fs';
import { parse } from 'node:path';
import * as z from 'zod/mini';
import { builtPath, manifestPath, webFolder } from './paths.ts';

const chunkSchema = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
  dynamicImports: z.optional(z.array(z.string())),
});

const manifestSchema = z.record(z.string(), chunkSchema);

/** Vite's list of what it built: for each source file that became a file of its own, its name and what it imports. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Source of the script that every page loads. */
export const entrySource = 'entry-client.tsx';

/** Moves the manifest of the fresh build out of the folder that is served, and reads it. */
export function takeManifest(): Manifest {
  const viteFolder = builtPath(webFolder, '.vite');
  renameSync(`${viteFolder}/manifest.json`, manifestPath);
  rmSync(viteFolder, { recursive: true });
  return readManifest();
}

/** Reads the manifest of the last build. */
export const readManifest = (): Manifest => manifestSchema.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));

/** What the browser loads to run some sources, each file once. */
export interface LoadedFiles {
  /** Scripts: the sources' own and all that they import at once, importers first. */
  readonly scripts: readonly string[];
  /** Their sheets, in the same order. */
  readonly sheets: readonly string[];
}

/** Files that the browser loads to run these sources. */
export function loadedFiles(manifest: Manifest, sources: readonly string[]): LoadedFiles {
  const scripts = new Set<string>();
  const sheets = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source] ?? chunkNamedAfter(manifest, source);
    if (!chunk) throw new Error(`${source} did not become a file of its own; src/web/routes.tsx names it`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.css?.forEach((sheet) => sheets.add(sheet));
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return { scripts: [...scripts], sheets: [...sheets] };
}

/** A file that others import at once too is listed by the name of its chunk. */
const chunkNamedAfter = (manifest: Manifest, source: string): Manifest[string] | undefined =>
  Object.values(manifest).find(({ name }) => name === parse(source).name);
