import { isBalanced, type Posting } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared, preparedList } from '#server/db/prepared.ts';
import type { LedgerEntryRow, LedgerTransactionRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** One happening to be written to the books. `cause` is unique for ever: the same happening cannot be written twice. */
export interface LedgerTransaction {
  readonly cause: string;
  readonly intentId: string | null;
  readonly occurredAt: Date;
  readonly postings: readonly Posting[];
}

/** Appends a balanced transaction to the books, inside the caller's transaction. Throws when it does not balance or its cause was written before. */
export async function postEntries(deps: Deps, tx: Tx, transaction: LedgerTransaction): Promise<void> {
  if (!isBalanced(transaction.postings)) throw new RangeError(`${transaction.cause} does not balance`);
  const id = newId('ltx', deps.random);
  await insertTransactionRow(tx, {
    id,
    cause: transaction.cause,
    intent_id: transaction.intentId,
    occurred_at: transaction.occurredAt.toISOString(),
    posted_at: deps.clock.now().toISOString(),
  });
  const entries = transaction.postings.map((posting, index) => ({
    transaction_id: id,
    line: index + 1,
    account: posting.account,
    amount_minor: posting.amount.amountMinor,
    currency: posting.amount.currency,
  }));
  await insertEntryRows(tx, entries);
}

const insertTransactionRow = prepared((db, transaction: LedgerTransactionRow) =>
  db.insertInto('ledger_transactions').values(transaction),
);

const insertEntryRows = preparedList((db, entries: readonly LedgerEntryRow[]) =>
  db.insertInto('ledger_entries').values(entries),
);
