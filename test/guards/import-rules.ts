import {
  composingFiles,
  computedImportFolders,
  featureLayers,
  layerNames,
  layers,
  openFolders,
  providerPackages,
  type Layer,
} from './house-map.ts';
import type { HouseRule } from './house-rule.ts';
import type { Import } from './imports.ts';
import { hasAlias, placeOf, targetOf, type Target } from './places.ts';
import type { SourceFile } from './source-file.ts';

/** For each layer, the rule that says what it may import. */
export const layerRules: readonly HouseRule[] = layerNames.map(layerRule);

/** Rules inside and across the layers: who enters whom, and how an import is spelled. */
export const importRules: readonly HouseRule[] = [
  {
    name: 'a feature enters another only by its index.ts',
    judges: isInFeatureLayer,
    breaches: (file) => breachesOf(file, entersByBackDoor, 'is inside another feature: enter it by its index.ts'),
  },
  {
    name: 'no feature imports what composes the whole',
    judges: (file) => isInFeatureLayer(file) && placeOf(file.path).folder !== undefined && !placeOf(file.path).isTest,
    breaches: (file) => breachesOf(file, namesComposingFile, 'composes the features, so they cannot know it'),
  },
  {
    name: 'a main.ts is started, never imported',
    judges: () => true,
    breaches: (file) => breachesOf(file, namesMainFile, 'starts a process when it is imported'),
  },
  {
    name: 'what serves tests is imported by tests alone',
    judges: ({ path }) => placeOf(path).layer !== 'test' && placeOf(path).layer !== 'bench' && !placeOf(path).isTest,
    breaches: (file) => breachesOf(file, namesTest, 'is there for tests'),
  },
  {
    name: "a payment provider's packages are imported by its adapter alone",
    judges: () => true,
    breaches: (file) => breachesOf(file, namesForeignProvider, "belongs to the provider's adapter"),
  },
  {
    name: 'no import climbs more than one folder',
    judges: () => true,
    breaches: (file) => breachesOf(file, climbsTwice, "climbs too far: cross a border by '#'"),
  },
  {
    name: "an import across a border is spelled with '#'",
    judges: () => true,
    breaches: (file) => breachesOf(file, crossesBorderByPath, "crosses a border: spell it with '#'"),
  },
  {
    name: 'every import can be read before the program runs',
    judges: ({ path }) =>
      /^(src|sandbox)\//.test(path) && !computedImportFolders.some((folder) => path.startsWith(folder)),
    breaches: (file) => breachesOf(file, isComputed, 'is computed, so no guard can read it'),
  },
];

type Suspicion = (file: SourceFile, imported: Import) => boolean;

function breachesOf(file: SourceFile, isBreach: Suspicion, reason: string): readonly string[] {
  return file.imports
    .filter((imported) => isBreach(file, imported))
    .map((imported) => sentence(file, imported, reason));
}

const sentence = (file: SourceFile, { line, specifier }: Import, reason: string): string =>
  `${file.path}:${line} imports ${specifier ?? 'a computed name'}, which ${reason}`;

function layerRule(layer: Layer): HouseRule {
  const packages = layers[layer].packages.length === 0 ? 'no package' : 'the packages that it may know';
  return {
    name: `${layer} imports only ${layers[layer].mayImport.join(', ')} and ${packages}`,
    judges: ({ path }) => placeOf(path).layer === layer,
    breaches: (file) => breachesOf(file, leavesLayer, `${layer} may not know`),
  };
}

function leavesLayer({ path }: SourceFile, { specifier }: Import): boolean {
  const { layer, isTest } = placeOf(path);
  if (layer === undefined || specifier === undefined) return false;
  const target = targetOf(path, specifier);
  if (target.kind === 'unknown-alias') return true;
  if (target.kind === 'file') return !mayImportFile(layer, isTest, target.path);
  if (isTest) return false; // a test may use what tests are made of; what it tests is still judged
  if (target.kind === 'node') return !layers[layer].hasNode;
  return !layers[layer].packages.some((allowed) => allowed.test(target.name));
}

function mayImportFile(layer: Layer, isTest: boolean, path: string): boolean {
  const targetLayer = placeOf(path).layer;
  if (targetLayer === undefined) return !/^(src|sandbox)\//.test(layers[layer].folder + '/') && !path.startsWith('..');
  const allowed: readonly Layer[] = layers[layer].mayImport;
  return allowed.includes(targetLayer) || (isTest && targetLayer === 'test' && layer !== 'sandbox');
}

function isInFeatureLayer({ path }: SourceFile): boolean {
  const { layer } = placeOf(path);
  return layer !== undefined && featureLayers.has(layer);
}

function entersByBackDoor({ path }: SourceFile, imported: Import): boolean {
  const target = fileTarget(path, imported);
  if (target === undefined || !/\.tsx?$/.test(target)) return false;
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.layer !== to.layer || to.feature === undefined || to.feature === from.feature) return false;
  if (openFolders.has(to.feature) || target === `${to.feature}/index.ts`) return false;
  return !isLazyPage(path, imported, target);
}

// A page behind its own address is loaded when it is asked for; through index.ts it would come with all of its feature.
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
  return placeOf(fileTarget(path, imported) ?? '').isTest;
}

function namesForeignProvider({ path }: SourceFile, { specifier = '' }: Import): boolean {
  if (path.startsWith('sandbox/') && placeOf(path).isTest) return false; // there the package is a client that tries the stand-in
  return providerPackages.some(({ packages, folder }) => packages.test(specifier) && !path.startsWith(folder));
}

function climbsTwice(_file: SourceFile, { specifier = '' }: Import): boolean {
  return specifier.startsWith('../..');
}

function crossesBorderByPath({ path }: SourceFile, imported: Import): boolean {
  const target = fileTarget(path, imported);
  if (target === undefined || !imported.specifier?.startsWith('.') || !hasAlias(target)) return false;
  const from = placeOf(path);
  const to = placeOf(target);
  if (from.layer !== to.layer) return true;
  return path.startsWith('src/') && from.folder !== undefined && from.folder !== to.folder; // a top file is at home in all its layer
}

const isComputed: Suspicion = (_file, { specifier }) => specifier === undefined;

function fileTarget(path: string, { specifier }: Import): string | undefined {
  const target: Target | undefined = specifier === undefined ? undefined : targetOf(path, specifier);
  return target?.kind === 'file' ? target.path : undefined;
}
