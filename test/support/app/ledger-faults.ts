import type { Kysely } from 'kysely';
import { expect, test } from 'vitest';
import { writeBalances } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { checkLedger, checkSinceLast, newSince, type LedgerFinding } from '#server/ledger/index.ts';
import type { TestApp } from './start-app.ts';

/** Changes correct rows of a database so that they break rules. */
export type PlantFault = (db: Kysely<Tables>) => Promise<unknown>;

/** A fault, with the rules of the ledger check that it breaks. */
export type LedgerFault = readonly [title: string, broken: readonly string[], plant: PlantFault];

/** Tests that the ledger check finds nothing at first, and then each fault. `app` is called only while the tests run. */
export function testLedgerFaults(app: () => TestApp, faults: readonly LedgerFault[]): void {
  test('finds nothing wrong', async () => {
    expect(await brokenRules(app())).toEqual([]);
  });

  test.each(faults)('finds %s', async (_fault, rules, plant) => {
    await expectFault(app(), rules, plant);
  });
}

/**
 * Plants a fault in rows that are new since `verifyLedger`. Expects that exactly these rules are broken, and that the check of
 * new rows finds the fault too.
 */
export async function expectFault(app: TestApp, rules: readonly string[], plant: PlantFault): Promise<void> {
  await plant(app.deps.db.write);
  const { since, findings } = await checkSinceLast(app.deps.db, app.clock.now());
  expect(since).toBeDefined();
  expect(findings).not.toEqual([]);
  expect((await brokenRules(app)).toSorted()).toEqual(rules.toSorted());
}

/** Advances the clock by three hours and verifies all rows, so that only later rows are new. */
export async function verifyLedger({ deps, clock }: TestApp): Promise<void> {
  clock.advance(3 * 60 * 60 * 1000);
  await writeBalances(deps);
  expect((await checkSinceLast(deps.db, clock.now())).findings).toEqual([]);
}

/** Returns the broken rules. */
const brokenRules = async ({ deps: { db } }: TestApp): Promise<string[]> => [
  ...new Set((await bothChecks(db.read)).map(({ rule }) => rule)),
];

/** Returns the findings of a check of the whole ledger. Expects the same from the check of new rows when all rows are new. */
export async function bothChecks(db: Queryable): Promise<LedgerFinding[]> {
  const findings = await checkLedger(db);
  const fresh = await checkLedger(db, newSince('2020-01-01T00:00:00.000Z'));
  expect(sorted(fresh)).toEqual(sorted(findings));
  return findings;
}

const sorted = (findings: readonly LedgerFinding[]): string[] =>
  findings.map(({ rule, subject }) => `${rule}: ${subject}`).toSorted();
