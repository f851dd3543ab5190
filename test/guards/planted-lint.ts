import type { Planted } from './planted.ts';

/** A planted file and the lint rule that must reject it, as named in the configuration. */
export interface PlantedForLint extends Planted {
  readonly rule: string;
}

const planted = (rule: string, path: string, source: string): PlantedForLint => ({ rule, path, source });

/** A file of the server, named by the rule that it breaks. */
const server = (rule: string, source: string): PlantedForLint =>
  planted(rule, `src/server/planted/${rule.replace('/', '-').toLowerCase()}.ts`, source);

/** A component of the pages, named by the rule that it breaks. */
const page = (rule: string, source: string): PlantedForLint =>
  planted(rule, `src/web/planted/${rule.replace('/', '-').toLowerCase()}.tsx`, source);

const lines = (count: number, line = 'void 0;'): string => `${line}\n`.repeat(count);

const promise = 'const later = async (): Promise<number> => 1;\n';

/** Planted files for every configured rule, and for some rules that its categories include. */
export const plantedLint: readonly PlantedForLint[] = [
  // Size and shape
  server('eslint/max-lines', `// long\n${lines(150, 'export {};\n')}`),
  server('eslint/max-lines-per-function', `export function long(): void {\n${lines(49)}}\n`),
  planted(
    'eslint/max-lines-per-function',
    'src/web/planted/long.tsx',
    `export function Long() {\n${lines(58)}  return <p />;\n}\n`,
  ),
  planted('eslint/max-lines-per-function', 'test/support/long.ts', `export function long(): void {\n${lines(49)}}\n`),
  server(
    'eslint/max-depth',
    'export const f = (a: boolean) => { if (a) { if (a) { if (a) { if (a) { if (a) { f(a); } } } } } };',
  ),
  server('eslint/no-else-return', 'export function f(a: boolean) { if (a) { return 1; } else { return 2; } }'),
  planted('unicorn/filename-case', 'src/server/planted/fileName.ts', 'export {};'),
  server('eslint/no-warning-comments', '// Some day: TODO.\nexport {};'),

  // Imports
  planted(
    'import/no-cycle',
    'src/server/planted/egg.ts',
    "import { hen } from '#server/planted/hen.ts';\nexport const egg = () => hen;",
  ),
  planted(
    'import/no-cycle',
    'src/server/planted/hen.ts',
    "import { egg } from './egg.ts';\nexport const hen = () => egg;",
  ),
  server(
    'import/no-duplicates',
    "import { join } from 'node:path';\nimport { sep } from 'node:path';\nexport { join, sep };",
  ),
  server('import/no-mutable-exports', 'export let count = 1;\ncount += 1;'),
  server('import/no-unassigned-import', "import 'pino';"),
  server('typescript/consistent-type-imports', "import { Logger } from 'pino';\nexport type Log = Logger;"),
  server('typescript/no-import-type-side-effects', "import { type Logger } from 'pino';\nexport type Log = Logger;"),
  server('typescript/no-require-imports', "import path = require('node:path');\nexport const separator = path.sep;"),
  server('unicorn/prefer-node-protocol', "import { join } from 'path';\nexport { join };"),

  // Type safety
  server('typescript/no-explicit-any', 'export const anything = (value: any): void => void value;'),
  server('typescript/no-non-null-assertion', 'export const first = (list: string[]): string => list[0]!;'),
  server('typescript/no-unsafe-argument', 'export const f = (a: string) => f(JSON.parse(a));'),
  server('typescript/no-unsafe-assignment', "export const parsed = JSON.parse('1');"),
  server('typescript/no-unsafe-call', "export const f = () => { JSON.parse('1')(); };"),
  server('typescript/no-unsafe-member-access', "export const f = () => { void JSON.parse('1').a; };"),
  server('typescript/no-unsafe-return', "export const f = () => { return JSON.parse('1'); };"),
  server('typescript/no-unsafe-type-assertion', 'export const f = (value: unknown) => value as string;'),
  server('typescript/ban-ts-comment', '// @ts-ignore\nexport const one: string = 1;'),
  server(
    'typescript/switch-exhaustiveness-check',
    "export function f(state: 'open' | 'paid' | 'lost') {\n  switch (state) { case 'open': return 1; case 'paid': return 2; }\n}",
  ),
  server(
    'typescript/no-deprecated',
    "import { parse } from 'node:url';\nexport const f = (address: string) => parse(address);",
  ),
  server('typescript/no-namespace', 'export namespace Money { export type Amount = number; }'),
  server('unicorn/no-abusive-eslint-disable', '/* oxlint-disable */\nexport const f = (a: number) => a == 1;'),

  // Promises and errors
  server('typescript/no-floating-promises', `${promise}later();\nexport {};`),
  server('typescript/no-misused-promises', `${promise}[1].forEach(later);\nexport {};`),
  server('typescript/await-thenable', 'export const f = async () => { await 1; };'),
  server('typescript/only-throw-error', "export const f = () => { throw 'no'; };"),
  server('typescript/prefer-promise-reject-errors', "export const f = () => Promise.reject('no');"),
  server(
    'typescript/return-await',
    `${promise}export const f = async () => { try { return later(); } catch { return 2; } };`,
  ),
  server(
    'typescript/use-unknown-in-catch-callback-variable',
    `${promise}export const f = () => later().catch((error: Error) => error.message);`,
  ),
  server(
    'eslint/no-promise-executor-return',
    'export const f = () => new Promise((resolve) => setTimeout(resolve, 1));',
  ),

  // Common mistakes
  server('eslint/eqeqeq', 'export const f = (a: unknown) => a == 1;'),
  server('eslint/no-var', 'var one = 1;\nexport { one };'),
  server('eslint/prefer-const', 'let one = 1;\nexport { one };'),
  server('eslint/no-unused-vars', 'const one = 1;\nexport {};'),
  server('eslint/no-param-reassign', 'export const f = (a: number) => { a = 2; return a; };'),
  server(
    'eslint/no-return-assign',
    'let one = 1;\nexport const f = () => (one = 2, one);\nexport function g() { return one = 3; }',
  ),
  server('eslint/no-self-compare', 'export const f = (a: number) => a === a;'),
  server(
    'eslint/no-fallthrough',
    'export function f(a: number) {\n  switch (a) { case 1: f(2); case 2: f(3); break; default: }\n}',
  ),
  server('eslint/array-callback-return', 'export const f = (list: number[]) => list.map((one) => { void one; });'),
  page('eslint/no-alert', "export const f = () => alert('paid');"),
  server('eslint/no-new-func', "export const f = new Function('return 1');"),
  server(
    'eslint/no-case-declarations',
    'export function f(a: number) {\n  switch (a) { case 1: const b = a; return b; default: return 2; }\n}',
  ),
  server('typescript/prefer-nullish-coalescing', "export const f = (name: string | undefined) => name || 'nobody';"),
  server('typescript/restrict-plus-operands', 'export const f = (amount: number) => amount + { fee: 1 };'),
  server('typescript/no-misused-spread', 'export const f = (text: Promise<{ a: 1 }>) => ({ ...text });'),
  server('unicorn/no-array-sort', 'export const f = (list: string[]) => [...list, 1].sort();'),

  // Pages
  page(
    'react/rules-of-hooks',
    "import { useState } from 'react';\nexport function Page({ isOpen }: { isOpen: boolean }) {\n  if (isOpen) useState(1);\n  return <p />;\n}",
  ),
  page(
    'react/exhaustive-deps',
    "import { useEffect } from 'react';\nexport function Page({ name }: { name: string }) {\n  useEffect(() => { document.title = name; }, []);\n  return <p />;\n}",
  ),
  page('react/button-has-type', 'export const Page = () => <button>Donate</button>;'),
  page('react/no-danger', "export const Page = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;"),
  page(
    'react/no-array-index-key',
    'export const Page = ({ a }: { a: string[] }) => a.map((name, index) => <p key={index}>{name}</p>);',
  ),
  page('react/jsx-key', 'export const Page = ({ a }: { a: string[] }) => a.map((name) => <p>{name}</p>);'),
  page(
    'react/jsx-no-target-blank',
    'export const Page = ({ a }: { a: string }) => <a href={a} target="_blank">out</a>;',
  ),
  page('react/jsx-no-useless-fragment', 'export const Page = () => <p><>text</></p>;'),
  page('react/self-closing-comp', 'export const Page = () => <p></p>;'),
  page('jsx-a11y/alt-text', 'export const Page = () => <img src="/mark.svg" />;'),
  page('jsx-a11y/label-has-associated-control', 'export const Page = () => <label>Amount</label>;'),
  page('jsx-a11y/click-events-have-key-events', 'export const Page = () => <div onClick={() => undefined}>Give</div>;'),
  page('jsx-a11y/anchor-is-valid', 'export const Page = () => <a href="#">Give</a>;'),

  // Tests
  planted(
    'vitest/expect-expect',
    'test/nothing.test.ts',
    "import { test } from 'vitest';\ntest('nothing is asserted', () => {});",
  ),
  planted(
    'vitest/no-disabled-tests',
    'test/skipped.test.ts',
    "import { expect, test } from 'vitest';\ntest.skip('later', () => { expect(1).toBe(1); });",
  ),
  planted(
    'vitest/no-focused-tests',
    'test/focused.test.ts',
    "import { expect, test } from 'vitest';\ntest.only('alone', () => { expect(1).toBe(1); });",
  ),
  planted('typescript/no-floating-promises', 'src/server/planted/floating.test.ts', `${promise}later();\nexport {};`),
  planted(
    'typescript/no-explicit-any',
    'test/support/anything.ts',
    'export const f = (value: any): void => void value;',
  ),

  // Rules of single layers
  server('eslint/no-console', "console.log('paid');\nexport {};"),
  planted('eslint/no-console', 'src/web/planted/console.ts', "console.log('paid');\nexport {};"),
  server('node/no-process-env', "export const port = process.env['PORT'];"),
  planted('node/no-process-env', 'sandbox/planted/environment.ts', 'export const port = process.env.PORT;'),
  planted('eslint/no-restricted-imports', 'src/domain/planted/package.ts', "import { z } from 'zod';\nexport { z };"),
  planted('eslint/no-restricted-imports', 'src/domain/planted/server.ts', "export { buildApp } from '#server/app.ts';"),
  planted('eslint/no-restricted-imports', 'src/contract/full-zod.ts', "import { z } from 'zod';\nexport { z };"),
  planted('eslint/no-restricted-imports', 'src/contract/server.ts', "export type { Deps } from '#server/deps.ts';"),
  planted('eslint/no-restricted-imports', 'src/server/planted/page.ts', "export { App } from '#web/app.tsx';"),
  planted('eslint/no-restricted-imports', 'src/web/planted/server.ts', "export type { Deps } from '#server/deps.ts';"),
  planted('eslint/no-restricted-imports', 'src/web/planted/node.ts', "export { join } from 'node:path';"),
  planted(
    'eslint/no-restricted-imports',
    'sandbox/planted/domain.ts',
    "export { money } from '#domain/money/money.ts';",
  ),
  planted(
    'eslint/no-restricted-imports',
    'sandbox/planted/source.ts',
    "export { money } from '../../src/domain/money/money.ts';",
  ),
  planted('eslint/no-restricted-properties', 'src/domain/planted/now.ts', 'export const now = Date.now();'),
  planted('eslint/no-restricted-properties', 'src/domain/planted/random.ts', 'export const chance = Math.random();'),
];

/** Files that come close to breaking a rule. */
export const plantedClean: readonly Planted[] = [
  {
    path: 'src/domain/planted/clean.ts',
    source: "import type { Money } from '#domain/money/money.ts';\n\nexport type Price = Money;\n",
  },
  { path: 'src/contract/clean.ts', source: "import * as z from 'zod/mini';\n\nexport const name = z.string();\n" },
  { path: 'src/server/config/config.ts', source: "export const port = process.env['PORT'];\n" },
  { path: 'src/server/planted/clean.ts', source: `export function long(): void {\n${lines(48)}}\n` },
  { path: 'src/web/planted/clean.tsx', source: `export function Long() {\n${lines(57)}  return <p />;\n}\n` },
  { path: 'src/server/planted/clean-spread.ts', source: 'export const f = (text: string): string[] => [...text];\n' },
  { path: 'src/web/planted/clean.ts', source: "console.error('The country is unknown.');\n" },
  {
    path: 'test/clean.test.ts',
    source: "import { expect, test } from 'vitest';\n\ntest('one is one', () => {\n  expect([1][0]!).toBe(1);\n});\n",
  },
];
