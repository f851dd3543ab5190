import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import { unexplainedIn } from '#server/payments/balances/compare-balance.ts';

/** Reads the providers' payouts to our bank. */
export const readPayouts = (db: Queryable) =>
  db.selectFrom('provider_payouts').selectAll().orderBy('created_at').execute();

/** Reads the movements at the providers that the ledger did not know. */
export const readMovements = (db: Queryable) =>
  db.selectFrom('provider_movements').selectAll().orderBy('kind').execute();

/** Reads the amounts of the ledger's entries on our bank account, oldest first. */
export async function readBankEntries(db: Queryable): Promise<number[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
    .select('amount_minor')
    .where('account', '=', 'bank')
    .orderBy('occurred_at')
    .orderBy('cause')
    .execute();
  return rows.map(({ amount_minor: amount }) => amount);
}

/** Reads the comparisons of a provider's balance with the ledger, oldest first. */
export async function readComparisons(db: Queryable, provider: PaymentProvider) {
  const rows = await db
    .selectFrom('balance_comparisons')
    .selectAll()
    .where('provider', '=', provider)
    .orderBy('compared_at')
    .execute();
  return rows.map((row) => ({
    available: row.available_minor,
    pending: row.pending_minor,
    ledger: row.ledger_minor,
    unbooked: row.unbooked_minor,
    unexplained: unexplainedIn(row).amountMinor,
  }));
}
