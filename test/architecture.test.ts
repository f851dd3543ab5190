import { describe, expect, test } from 'vitest';
import { contentRules } from './guards/content-rules.ts';
import { layerNames } from './guards/project-map.ts';
import { findImportCycles } from './guards/import-cycles.ts';
import { importRules, layerRules } from './guards/import-rules.ts';
import { locationOf } from './guards/file-locations.ts';
import { readSourceFiles } from './guards/read-source-files.ts';

const files = readSourceFiles();

describe('the files under the rules', () => {
  test.each(layerNames.filter((layer) => layer !== 'bench'))('files and imports of %s are read', (layer) => {
    const layerFiles = files.filter(({ path }) => locationOf(path).layer === layer);
    expect(layerFiles).not.toHaveLength(0);
    expect(layerFiles.flatMap(({ imports }) => imports)).not.toHaveLength(0);
  });

  test("exactly one layer's rule applies to every file", () => {
    const misplaced = files.filter((file) => layerRules.filter((rule) => rule.appliesTo(file)).length !== 1);
    expect(misplaced.map(({ path }) => path)).toEqual([]);
  });

  test.each([...importRules, ...contentRules])('at least one file is checked for the rule: $name', (rule) => {
    expect(files.filter((file) => rule.appliesTo(file))).not.toHaveLength(0);
  });
});

test.each([...layerRules, ...importRules, ...contentRules])('$name', (rule) => {
  expect(files.filter((file) => rule.appliesTo(file)).flatMap((file) => rule.violations(file))).toEqual([]);
});

test('there is no import cycle, type-only imports included', () => {
  expect(findImportCycles(files)).toEqual([]);
});
