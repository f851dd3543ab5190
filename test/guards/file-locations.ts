import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import { featureLayers, layerNames, layers, testFolders, type Layer } from './project-map.ts';

/** The layer, folder and feature of a path in the project. */
export interface FileLocation {
  /** Undefined for a path outside every layer. */
  readonly layer: Layer | undefined;
  /** Folder directly below the layer's; undefined for a file directly in the layer's folder. */
  readonly folder: string | undefined;
  /** Folder of the feature; undefined in a layer that is not divided into features. */
  readonly feature: string | undefined;
  /** True for a test, and for a file in a folder that only tests use. */
  readonly isTest: boolean;
}

/** Finds the layer, folder and feature of a path relative to the project root. */
export function locationOf(path: string): FileLocation {
  const layer = layerNames.find((name) => path.startsWith(`${layers[name].folder}/`));
  const isTest = /\.test\.tsx?$/.test(path) || testFolders.some((tests) => path.startsWith(tests));
  if (layer === undefined) return { layer, folder: undefined, feature: undefined, isTest };
  const [first, ...rest] = path.slice(layers[layer].folder.length + 1).split('/');
  const folder = rest.length > 0 ? `${layers[layer].folder}/${first}` : undefined;
  return { layer, folder, feature: featureLayers.has(layer) ? folder : undefined, isTest };
}

/** The target of a specifier: a file of the project, a Node module, an npm package, or an undefined alias. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'node' | 'package' | 'unknown-alias'; readonly name: string };

/** Resolves a specifier without looking at the file system. */
export function targetOf(fromPath: string, specifier: string): Target {
  const name = specifier.replace(/\?.*$/, ''); // Vite's `./mark.svg?url` names the file before the question mark
  if (name.startsWith('.')) return { kind: 'file', path: posix.join(posix.dirname(fromPath), name) };
  if (name.startsWith('/')) return { kind: 'file', path: name.slice(1) };
  if (name.startsWith('#')) return aliasTarget(name);
  return { kind: isBuiltin(name) ? 'node' : 'package', name };
}

/** The aliases in package.json: the folder for each prefix (with its `#`). */
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

/** Returns true if an alias covers the path. */
export const hasAlias = (path: string): boolean => [...aliases.values()].some((folder) => path.startsWith(folder));
