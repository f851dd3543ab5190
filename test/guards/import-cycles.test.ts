import { describe, expect, test } from 'vitest';
import { findImportCycles } from './import-cycles.ts';
import { file, type Planted } from './planted.ts';
import { parseSource } from './source-file.ts';

const cyclesOf = (planted: readonly Planted[]): readonly string[] =>
  findImportCycles(planted.map(({ path, source }) => parseSource(path, source)));

const cycles: Readonly<Record<string, readonly Planted[]>> = {
  'two files': [
    file('src/server/ledger/a.ts', "import { b } from './b.ts';"),
    file('src/server/ledger/b.ts', "import { a } from './a.ts';"),
  ],
  'type-only imports': [
    file('src/server/deps.ts', "import type { Cards } from '#server/payments/index.ts';"),
    file('src/server/payments/index.ts', "export { pay } from './pay.ts';"),
    file('src/server/payments/pay.ts', "import type { Deps } from '#server/deps.ts';"),
  ],
  'an import() of a type': [
    file('sandbox/a.ts', "export type A = import('./b.ts').B;"),
    file('sandbox/b.ts', "export { a } from './a.ts';"),
  ],
  'a lazy import': [
    file('src/web/a.ts', "export const load = () => import('./b.ts');"),
    file('src/web/b.ts', "import { load } from './a.ts';"),
  ],
  'a file that imports itself': [file('tools/a.ts', "import { a } from './a.ts';")],
};

describe('the guard finds a cycle', () => {
  test.each(Object.entries(cycles))('of %s', (_name, planted) => expect(cyclesOf(planted)).toHaveLength(1));

  test('behind a file that imports it but is not part of it', () => {
    const lead = file('src/server/ledger/lead.ts', "import { a } from './a.ts';");
    expect(cyclesOf([lead, ...(cycles['two files'] ?? [])])).toEqual([
      'src/server/ledger/a.ts -> src/server/ledger/b.ts -> src/server/ledger/a.ts',
    ]);
  });
});

test('two paths to the same file are not a cycle', () => {
  const planted = [
    file('tools/a.ts', "import { b } from './b.ts';\nimport { c } from './c.ts';"),
    file('tools/b.ts', "import { d } from './d.ts';"),
    file('tools/c.ts', "import { d } from './d.ts';\nimport { b } from './b.ts';"),
    file('tools/d.ts'),
  ];
  expect(cyclesOf(planted)).toEqual([]);
});
