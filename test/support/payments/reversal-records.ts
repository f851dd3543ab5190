import type { Deps } from '#server/deps.ts';

/** The ledger's records of one payment: the balance of each account, and its reversals. */
export interface ReversalRecords {
  readonly accounts: Readonly<Record<string, number>>;
  readonly reversals: readonly unknown[];
}

/** Reads the balances and reversals of an intent, to compare two ways of recording them. */
export async function reversalRecords({ db }: Pick<Deps, 'db'>, intentId: string): Promise<ReversalRecords> {
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
      'is_active',
      'amount_minor',
      'taken_minor',
      'subtotal_minor',
      'service_fee_minor',
      'loss_minor',
      'occurred_at',
    ])
    .where('intent_id', '=', intentId)
    .execute();
  return { accounts, reversals: reversals.toSorted((one, other) => (one.reversal_id < other.reversal_id ? -1 : 1)) };
}
