import fc from 'fast-check';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import { startOfDay } from '#domain/ledger/ledger-days.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, negate } from '#domain/money/money.ts';
import { balancesAt, rebuildBalances, writeBalances } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { postEntries, type LedgerFinding } from '#server/ledger/index.ts';
import { bothChecks } from '../app/ledger-faults.ts';
import type { TestApp } from '../app/start-app.ts';

const accounts: readonly LedgerAccount[] = [
  'clearing:stripe',
  'clearing:paypal',
  'charity:6',
  'charity:9',
  'bank',
  'service_fee_income',
  'processing_fees',
  'dispute_losses',
];
const currencies: readonly CurrencyCode[] = ['CAD', 'USD', 'JPY'];

/** One step in the history of a ledger. */
export type LedgerStep =
  | {
      readonly kind: 'post';
      readonly from: LedgerAccount;
      readonly to: LedgerAccount;
      readonly amountMinor: number;
      readonly currency: CurrencyCode;
    }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'write' }
  | { readonly kind: 'rebuild' };

/** Random steps: postings, clock changes from three days back to five months ahead, the scheduled job, and rebuilds. */
export const ledgerSteps: fc.Arbitrary<LedgerStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('post' as const),
        from: fc.constantFrom(...accounts),
        to: fc.constantFrom(...accounts),
        amountMinor: fc.integer({ min: 1, max: 1_000_000 }),
        currency: fc.constantFrom(...currencies),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('wait' as const),
        minutes: fc.oneof(
          fc.integer({ min: 1, max: 600 }),
          fc.integer({ min: 1, max: 150 * 24 * 60 }),
          fc.integer({ min: -3 * 24 * 60, max: -1 }),
        ),
      }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'write' as const }) },
    { weight: 1, arbitrary: fc.constant({ kind: 'rebuild' as const }) },
  ),
  { maxLength: 30, size: 'max' },
);

export async function takeStep({ deps, clock }: TestApp, step: LedgerStep): Promise<void> {
  if (step.kind === 'write') await writeBalances(deps);
  else if (step.kind === 'rebuild') await rebuildBalances(deps.db);
  else if (step.kind === 'wait') clock.advance(step.minutes * 60_000);
  else await post(deps, step);
}

/** Posts an amount from one account to another, now. */
export async function post(
  deps: Deps,
  { from, to, amountMinor, currency }: Omit<Extract<LedgerStep, { kind: 'post' }>, 'kind'>,
): Promise<void> {
  const moved = money(amountMinor, currency);
  await inTransaction(deps.db, (tx) =>
    postEntries(deps, tx, {
      cause: `test:${newId('out', deps.random)}`,
      intentId: null,
      occurredAt: deps.clock.now(),
      postings: [
        { account: to, amount: moved },
        { account: from, amount: negate(moved) },
      ],
    }),
  );
}

/** Runs the ledger check without the rule about charities' accounts, because `post` moves money between any accounts. */
export const ledgerFindings = async (db: Queryable): Promise<LedgerFinding[]> =>
  (await bothChecks(db)).filter(({ rule }) => !rule.startsWith('a charity’s account has only donations'));

/** Reads every ledger entry with its posting time. */
export const allEntries = ({ deps: { db } }: TestApp) =>
  db.read
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as posted', 'posted.id', 'entry.transaction_id')
    .select(['entry.account', 'entry.currency', 'entry.amount_minor', 'posted.posted_at'])
    .execute();

/** Returns the balances at the end of a day as texts: first as the product computes them, then as sums of all entries. */
export async function bothBalances(app: TestApp, day: string): Promise<readonly [string[], string[]]> {
  const end = new Date(startOfDay(day).getTime() + 24 * 60 * 60 * 1000).toISOString();
  const sums = new Map<string, { debit: number; credit: number }>();
  for (const entry of await allEntries(app)) {
    if (entry.posted_at >= end) continue;
    const key = `${entry.currency} ${entry.account}`;
    const { debit, credit } = sums.get(key) ?? { debit: 0, credit: 0 };
    const amount = entry.amount_minor;
    sums.set(key, { debit: debit + Math.max(amount, 0), credit: credit + Math.max(-amount, 0) });
  }
  const found = (await balancesAt(app.deps.db.read, day)).map(
    ({ account, debit, credit }) => `${debit.currency} ${account} ${debit.amountMinor} ${credit.amountMinor}`,
  );
  const expected = Array.from(sums, ([key, { debit, credit }]) => `${key} ${debit} ${credit}`);
  return [found.toSorted(), expected.toSorted()];
}

/** Empties the ledger and everything derived from it. */
export async function emptyLedger({ deps: { db } }: TestApp): Promise<void> {
  for (const table of [
    'hourly_movements',
    'daily_balances',
    'daily_money_in',
    'daily_donations',
    'ledger_progress',
    'ledger_entries',
    'ledger_transactions',
  ] as const)
    await db.write.deleteFrom(table).execute();
}
