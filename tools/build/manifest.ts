import { readFileSync, renameSync, rmSync } from 'node:fs';
import { parse } from 'node:path';
import * as z from 'zod/mini';
import { builtPath, manifestPath, newWebFolder } from './paths.ts';

const chunkSchema = z.object({
  file: z.string(),
  name: z.optional(z.string()),
  css: z.optional(z.array(z.string())),
  imports: z.optional(z.array(z.string())),
  dynamicImports: z.optional(z.array(z.string())),
});

const manifestSchema = z.record(z.string(), chunkSchema);

/** Vite's manifest: for each source file with its own chunk, the chunk's file and its imports. */
export type Manifest = z.infer<typeof manifestSchema>;

/** Sources of the first script of every page, and of the entry that it loads. */
export const startSource = 'entry-start.ts';
export const entrySource = 'entry-client.tsx';

/** Moves the new build's manifest out of the served folder. Returns its content. */
export function takeManifest(): Manifest {
  const viteFolder = builtPath(newWebFolder, '.vite');
  renameSync(`${viteFolder}/manifest.json`, manifestPath);
  rmSync(viteFolder, { recursive: true });
  return readManifest();
}

/** Reads the manifest of the last build. */
export const readManifest = (): Manifest => manifestSchema.parse(JSON.parse(readFileSync(manifestPath, 'utf8')));

/** The files that the browser loads to run some sources, each once. */
export interface LoadedFiles {
  /** Scripts of the sources and of their static imports, importers first. */
  readonly scripts: readonly string[];
  /** The style sheets of these scripts, in the same order. */
  readonly sheets: readonly string[];
}

export function loadedFiles(manifest: Manifest, sources: readonly string[]): LoadedFiles {
  const scripts = new Set<string>();
  const sheets = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source] ?? chunkNamedAfter(manifest, source);
    if (!chunk) throw new Error(`${source} has no separate chunk, but a page loads it`);
    if (scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    chunk.css?.forEach((sheet) => sheets.add(sheet));
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return { scripts: [...scripts], sheets: [...sheets] };
}

/** Finds the chunk of a source that other chunks import statically. The manifest lists it only under the chunk's name. */
const chunkNamedAfter = (manifest: Manifest, source: string): Manifest[string] | undefined =>
  Object.values(manifest).find(({ name }) => name === parse(source).name);
