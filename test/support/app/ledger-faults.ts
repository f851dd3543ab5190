import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import type { Tables } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { TestApp } from './start-app.ts';

/** Breaks correct rows of a database. */
export type Plant = (db: Kysely<Tables>) => Promise<unknown>;

/** A fault, with the rules of the ledger check that it breaks. */
export type LedgerFault = readonly [what: string, broken: readonly string[], plant: Plant];

/** Tests that the ledger check finds each fault, and nothing wrong before. `app` is there once the tests run. */
export function testLedgerFaults(app: () => TestApp, faults: readonly LedgerFault[]): void {
  test('finds nothing wrong', async () => {
    expect(await checkLedger(app().deps.db.read)).toEqual([]);
  });

  test.each(faults)('finds %s', async (_fault, rules, plant) => {
    await expectFault(app(), rules, plant);
  });
}

/** Plants a fault, and expects that exactly these rules are broken. */
export async function expectFault(app: TestApp, rules: readonly string[], plant: Plant): Promise<void> {
  await plant(app.deps.db.write);
  const broken = new Set((await checkLedger(app.deps.db.read)).map(({ rule }) => rule));
  expect([...broken].toSorted()).toEqual(rules.toSorted());
}
