import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp('sqlite', { cards: stubCards() });
});
afterAll(() => app.close());

/** The tables that a document lists, each with its rule. */
const tablesIn = (text: string): string[] =>
  (/^## What is kept, and for how long$([\s\S]*?)(?=^## )/m.exec(text)?.[1] ?? '')
    .split('\n')
    .map((line) => /^\| (`.*`) \| \S.* \|$/.exec(line)?.[1] ?? '')
    .flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, table = '']) => table));

const tablesOf = async ({ deps: { db } }: TestApp): Promise<string[]> =>
  (await db.read.introspection.getTables({ withInternalKyselyTables: true }))
    .map(({ name }) => name)
    .filter((name) => name !== 'sqlite_sequence');

test('the runbook says once for each table how long its rows are kept', async () => {
  const listed = tablesIn(readFileSync('docs/runbook.md', 'utf8'));
  expect(listed.toSorted()).toEqual((await tablesOf(app)).toSorted());
});

test('a table without a rule is not listed', () => {
  const text =
    '## What is kept, and for how long\n\n| Tables | Rule |\n|---|---|\n| `a`, `b` | 90 days |\n| `c` |  |\n\n## Next\n';
  expect(tablesIn(text)).toEqual(['a', 'b']);
});
