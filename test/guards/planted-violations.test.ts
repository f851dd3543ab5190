import { describe, expect, test } from 'vitest';
import { contentRules } from './content-rules.ts';
import { importRules, layerRules } from './import-rules.ts';
import { plantedContents } from './planted-contents.ts';
import { plantedImports } from './planted-imports.ts';
import type { Planted } from './planted.ts';
import { parseSource } from './source-file.ts';

const rules = [...layerRules, ...importRules, ...contentRules];
const plantedForRules = [...plantedImports, ...plantedContents];

test('every rule has a planted violation', () => {
  const proved = plantedForRules.filter(({ breaking }) => breaking.length > 0).map(({ rule }) => rule);
  expect(proved).toEqual(rules.map(({ name }) => name));
});

describe.each(plantedForRules)('$rule', ({ rule, breaking, keeping }) => {
  test.each(breaking)('$path is refused: $source', (planted) => expect(violationsOf(rule, planted)).not.toEqual([]));

  test.each(keeping)('$path is accepted: $source', (planted) => expect(violationsOf(rule, planted)).toEqual([]));
});

test('a violation names its file and line', () => {
  const source = '// the clock\n\nexport const today = new Date();\n';
  const path = 'src/domain/money/planted.ts';
  expect(violationsOf('the domain has no clock, no randomness and no timers', { path, source })).toEqual([
    'src/domain/money/planted.ts:3 new Date() must be passed into the domain as an argument',
  ]);
});

test('a file that does not parse is an error', () => {
  expect(() => parseSource('src/domain/planted.ts', 'import {')).toThrow('src/domain/planted.ts does not parse');
});

function violationsOf(ruleName: string, { path, source }: Planted): readonly string[] {
  const rule = rules.find(({ name }) => name === ruleName);
  if (rule === undefined) throw new Error(`no rule named "${ruleName}"`);
  const planted = parseSource(path, source);
  return rule.appliesTo(planted) ? rule.violations(planted) : [];
}
