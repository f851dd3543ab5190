import {
  composingFiles,
  computedImportFolders,
  featureLayers,
  layerNames,
  layers,
  openFolders,
  providerPackages,
  type Layer,
} from './project-map.ts';
import type { Rule } from './rule.ts';
import type { Import } from './imports.ts';
import { hasAlias, locationOf, targetOf, type Target } from './file-locations.ts';
import type { SourceFile } from './source-file.ts';

/** For each layer, the rule for what it may import. */
export const layerRules: readonly Rule[] = layerNames.map(layerRule);

/** Rules within and across layers: which files may be imported from where, and how imports are written. */
export const importRules: readonly Rule[] = [
  {
    name: 'a feature imports another only through its index.ts',
    appliesTo: isInFeatureLayer,
    violations: (file) => violationsOf(file, bypassesIndex, 'is inside another feature: import its index.ts'),
  },
  {
    name: 'no feature imports the files that assemble the app',
    appliesTo: (file) =>
      isInFeatureLayer(file) && locationOf(file.path).folder !== undefined && !locationOf(file.path).isTest,
    violations: (file) => violationsOf(file, namesComposingFile, 'assembles the features, so they cannot import it'),
  },
  {
    name: 'a main.ts is started, never imported',
    appliesTo: () => true,
    violations: (file) => violationsOf(file, namesMainFile, 'starts a process when it is imported'),
  },
  {
    name: 'test code is imported only by tests and benchmarks',
    appliesTo: ({ path }) =>
      locationOf(path).layer !== 'test' && locationOf(path).layer !== 'bench' && !locationOf(path).isTest,
    violations: (file) => violationsOf(file, namesTest, 'is test code'),
  },
  {
    name: "a payment provider's packages are imported only by its adapter",
    appliesTo: () => true,
    violations: (file) => violationsOf(file, namesForeignProvider, "belongs to the provider's adapter"),
  },
  {
    name: 'no import goes up more than one folder',
    appliesTo: () => true,
    violations: (file) => violationsOf(file, climbsTwice, "goes up too far: use an alias that starts with '#'"),
  },
  {
    name: "an import across a boundary uses a '#' alias",
    appliesTo: () => true,
    violations: (file) =>
      violationsOf(file, crossesBoundaryByPath, "crosses a boundary: use an alias that starts with '#'"),
  },
  {
    name: 'every import names its module literally',
    appliesTo: ({ path }) =>
      /^(src|sandbox)\//.test(path) && !computedImportFolders.some((folder) => path.startsWith(folder)),
    violations: (file) => violationsOf(file, isComputed, 'is computed, so the guards cannot check it'),
  },
];

type IsViolation = (file: SourceFile, imported: Import) => boolean;

function violationsOf(file: SourceFile, isViolation: IsViolation, reason: string): readonly string[] {
  return file.imports
    .filter((imported) => isViolation(file, imported))
    .map((imported) => sentence(file, imported, reason));
}

const sentence = (file: SourceFile, { line, specifier }: Import, reason: string): string =>
  `${file.path}:${line} imports ${specifier ?? 'a computed name'}, which ${reason}`;

function layerRule(layer: Layer): Rule {
  const packages = layers[layer].packages.length === 0 ? 'no package' : 'its allowed packages';
  return {
    name: `${layer} imports only ${layers[layer].mayImport.join(', ')} and ${packages}`,
    appliesTo: ({ path }) => locationOf(path).layer === layer,
    violations: (file) => violationsOf(file, leavesLayer, `${layer} may not import`),
  };
}

function leavesLayer({ path }: SourceFile, { specifier }: Import): boolean {
  const { layer, isTest } = locationOf(path);
  if (layer === undefined || specifier === undefined) return false;
  const target = targetOf(path, specifier);
  if (target.kind === 'unknown-alias') return true;
  if (target.kind === 'file') return !mayImportFile(layer, isTest, target.path);
  if (isTest) return false; // a test may use any package; the code it tests is still checked
  if (target.kind === 'node') return !layers[layer].hasNode;
  return !layers[layer].packages.some((allowed) => allowed.test(target.name));
}

function mayImportFile(layer: Layer, isTest: boolean, path: string): boolean {
  const targetLayer = locationOf(path).layer;
  if (targetLayer === undefined) return !/^(src|sandbox)\//.test(layers[layer].folder + '/') && !path.startsWith('..');
  const allowed: readonly Layer[] = layers[layer].mayImport;
  return allowed.includes(targetLayer) || (isTest && targetLayer === 'test' && layer !== 'sandbox');
}

function isInFeatureLayer({ path }: SourceFile): boolean {
  const { layer } = locationOf(path);
  return layer !== undefined && featureLayers.has(layer);
}

function bypassesIndex({ path }: SourceFile, imported: Import): boolean {
  const target = fileTarget(path, imported);
  if (target === undefined || !/\.tsx?$/.test(target)) return false;
  const from = locationOf(path);
  const to = locationOf(target);
  if (from.layer !== to.layer || to.feature === undefined || to.feature === from.feature) return false;
  if (openFolders.has(to.feature) || target === `${to.feature}/index.ts`) return false;
  return !isLazyPage(path, imported, target);
}

// A page with its own address is loaded on demand; an import through index.ts would load its whole feature.
const isLazyPage = (path: string, { kind }: Import, target: string): boolean =>
  kind === 'dynamic' && composingFiles.some((composing) => composing.test(path)) && target.endsWith('-page.tsx');

function namesComposingFile({ path }: SourceFile, imported: Import): boolean {
  const target = fileTarget(path, imported);
  return target !== undefined && composingFiles.some((composing) => composing.test(target));
}

function namesMainFile({ path }: SourceFile, imported: Import): boolean {
  return /(^|\/)main\.tsx?$/.test(fileTarget(path, imported) ?? '');
}

function namesTest({ path }: SourceFile, imported: Import): boolean {
  return locationOf(fileTarget(path, imported) ?? '').isTest;
}

function namesForeignProvider({ path }: SourceFile, { specifier = '' }: Import): boolean {
  if (path.startsWith('sandbox/') && locationOf(path).isTest) return false; // the sandbox's tests use the package as a client
  return providerPackages.some(({ packages, folder }) => packages.test(specifier) && !path.startsWith(folder));
}

function climbsTwice(_file: SourceFile, { specifier = '' }: Import): boolean {
  return specifier.startsWith('../..');
}

function crossesBoundaryByPath({ path }: SourceFile, imported: Import): boolean {
  const target = fileTarget(path, imported);
  if (target === undefined || !imported.specifier?.startsWith('.') || !hasAlias(target)) return false;
  const from = locationOf(path);
  const to = locationOf(target);
  if (from.layer !== to.layer) return true;
  // a file directly in a layer's folder belongs to the whole layer
  return path.startsWith('src/') && from.folder !== undefined && from.folder !== to.folder;
}

const isComputed: IsViolation = (_file, { specifier }) => specifier === undefined;

function fileTarget(path: string, { specifier }: Import): string | undefined {
  const target: Target | undefined = specifier === undefined ? undefined : targetOf(path, specifier);
  return target?.kind === 'file' ? target.path : undefined;
}
