import type { Deps } from '#server/deps.ts';

/** What the books say of one payment: the balance of each account, and how much of the charge is gone. */
export interface ReversalBooks {
  readonly accounts: Readonly<Record<string, number>>;
  readonly reversals: readonly unknown[];
}

/** Balances and reversals of an intent, the same whatever way led to them. */
export async function reversalBooks({ db }: Pick<Deps, 'db'>, intentId: string): Promise<ReversalBooks> {
  const entries = await db.read
    .selectFrom('ledger_entries')
    .innerJoin('ledger_transactions', 'ledger_transactions.id', 'ledger_entries.transaction_id')
    .select(['account', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .execute();
  const accounts: Record<string, number> = {};
  for (const { account, amount_minor: amountMinor } of entries) {
    accounts[account] = (accounts[account] ?? 0) + amountMinor;
  }
  const reversals = await db.read
    .selectFrom('reversals')
    .select([
      'reversal_id',
      'status',
      'is_standing',
      'amount_minor',
      'subtotal_minor',
      'service_fee_minor',
      'occurred_at',
    ])
    .where('intent_id', '=', intentId)
    .execute();
  return { accounts, reversals: reversals.toSorted((one, other) => (one.reversal_id < other.reversal_id ? -1 : 1)) };
}
