import { readFileSync, renameSync, rmSync } from 'node:fs';
import * as z from 'zod/mini';
import { builtPath, manifestPath, webFolder } from './paths.ts';

const chunkSchema = z.object({
  file: z.string(),
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

/** Files that the browser loads to run these sources: their own and all that they import at once, each once, importers first. */
export function loadedFiles(manifest: Manifest, sources: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const visit = (source: string): void => {
    const chunk = manifest[source];
    if (!chunk) throw new Error(`${source} did not become a file of its own; src/web/routes.tsx names it`);
    if (seen.has(chunk.file)) return;
    seen.add(chunk.file);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...seen];
}
