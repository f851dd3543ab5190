import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { featureLayers, layerNames, layers, testFolders, type Layer } from './house-map.ts';

/** Where a path lies in the house. */
export interface Place {
  /** Undefined for a path outside every layer. */
  readonly layer: Layer | undefined;
  /** Folder directly below the layer's; undefined for the layer's own top files. */
  readonly folder: string | undefined;
  /** Folder of the feature, in the layers that are divided into features. */
  readonly feature: string | undefined;
  /** Whether the file is a test of the files beside it, or stands in a folder that only such tests use. */
  readonly isTest: boolean;
}

/** Finds the layer, folder and feature of a path from the root of the project. */
export function placeOf(path: string): Place {
  const layer = layerNames.find((name) => path.startsWith(`${layers[name].folder}/`));
  const isTest = /\.test\.tsx?$/.test(path) || testFolders.some((tests) => path.startsWith(tests));
  if (layer === undefined) return { layer, folder: undefined, feature: undefined, isTest };
  const [first, ...rest] = path.slice(layers[layer].folder.length + 1).split('/');
  const folder = rest.length > 0 ? `${layers[layer].folder}/${first}` : undefined;
  return { layer, folder, feature: featureLayers.has(layer) ? folder : undefined, isTest };
}

/** What a specifier names: a file of the project, a module of Node, a package of npm, or an alias that nobody defined. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' | 'package' | 'unknown-alias'; readonly name: string };

/** Resolves a specifier as written in a file, by its spelling alone. */
export function targetOf(fromPath: string, specifier: string): Target {
  const name = specifier.replace(/\?.*$/, ''); // Vite's `./mark.svg?url` names the file before the mark
  if (name.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(fromPath), name) };
  if (name.startsWith('/')) return { kind: 'file', path: name.slice(1) };
  if (name.startsWith('#')) return aliasTarget(name);
  return { kind: isBuiltin(name) ? 'node' : 'package', name };
}

/** Aliases of package.json: prefix with its `#`, and the folder that it stands for. */
const aliases: ReadonlyMap<string, string> = readAliases();

function readAliases(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  const { imports } = JSON.parse(text) as { imports: Record<string, string> };
  return new Map(
    Object.entries(imports).map(([alias, path]) => [alias.replace('*', ''), posix.normalize(path.replace('*', ''))]),
  );
}

function aliasTarget(name: string): Target {
  for (const [prefix, folder] of aliases) {
    if (name.startsWith(prefix)) return { kind: 'file', path: posix.join(folder, name.slice(prefix.length)) };
  }
  return { kind: 'unknown-alias', name };
}

/** Whether a path can be named by an alias. */
export const hasAlias = (path: string): boolean => [...aliases.values()].some((folder) => path.startsWith(folder));
