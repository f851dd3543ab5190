import { sql } from 'kysely';
import type { TrialBalanceResponse } from '#contract/admin/money/accounting.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { readFigures } from '#server/payouts/index.ts';
import type { ProviderBooks } from './provider-books.ts';

/** Compares the trial balance of a day with the books of the providers and the bank. Returns the differences. */
export async function compareBooks(
  deps: Deps,
  books: ProviderBooks,
  { day, lines, totals }: TrialBalanceResponse,
): Promise<string[]> {
  const db = deps.db.read;
  const unbalanced = totals.filter(({ balance }) => balance !== 0).map(({ currency }) => `${currency} is not balanced`);
  const accounts = lines.map(
    ({ account, currency, balance }) => [`${account} ${currency}`, minorOf(balance, currency)] as const,
  );
  const owed = await readOwed(db);
  const figures = (await readFigures(deps, db)).map(
    (one) => [`charity:${one.charityId} ${one.currency}`, one.owed.amountMinor] as const,
  );
  const held = accounts.filter(([account]) => /^(clearing:|bank )/.test(account));
  const charities = accounts.filter(([account]) => account.startsWith('charity:'));
  return [
    ...unbalanced,
    ...differences('at a provider or bank', new Map(held), books.balances()),
    ...differences('owed, by the ledger', new Map(charities.map(([account, minor]) => [account, -minor])), owed),
    ...differences('owed, as shown', new Map(figures), owed),
  ].map((difference) => `${day}: ${difference}`);
}

function minorOf(balance: number, currency: string): number {
  const minor = isCurrencyCode(currency) ? fromDecimal(Math.abs(balance), currency)?.amountMinor : undefined;
  if (minor === undefined) throw new RangeError(`${balance} ${currency} is not an amount`);
  return balance < 0 ? -minor : minor;
}

function differences(
  title: string,
  found: ReadonlyMap<string, number>,
  expected: ReadonlyMap<string, number>,
): string[] {
  return [...new Set([...found.keys(), ...expected.keys()])].flatMap((key) => {
    const [one, other] = [found.get(key) ?? 0, expected.get(key) ?? 0];
    return one === other ? [] : [`${title}, ${key} is ${one} instead of ${other}`];
  });
}

/** Computes the owed amounts of the charities from donations, reversals and payouts, not from the ledger. */
async function readOwed(db: Queryable): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ account: string; minor: number }>`
    select 'charity:' || charity_id || ' ' || currency as account, cast(sum(minor) as bigint) as minor from (
      select charity_id, charge_currency as currency, charge_subtotal_minor as minor from donations
      union all
      select donations.charity_id, donations.charge_currency, -reversals.subtotal_minor
      from reversals join donations on donations.intent_id = reversals.intent_id where reversals.is_active = 1
      union all
      select payouts.charity_id, payouts.currency, refunded_minor - received_minor
      from payouts join payout_batches on payout_batches.id = payouts.batch_id where payout_batches.status = 'paid'
    ) part group by charity_id, currency`.execute(db);
  return new Map(rows.map(({ account, minor }) => [account, minor]));
}
