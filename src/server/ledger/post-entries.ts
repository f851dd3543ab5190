import { sql } from 'kysely';
import { isBalanced, type Posting } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared, preparedList } from '#server/db/fast-reads/prepared.ts';
import type { LedgerEntryRow, LedgerTransactionRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

export interface LedgerTransaction {
  /** Unique, so that the same event is never posted twice. */
  readonly cause: string;
  readonly intentId: string | null;
  readonly occurredAt: Date;
  readonly postings: readonly Posting[];
}

/**
 * Posts a transaction to the ledger, in the caller's database transaction. The posting time is now or, if the clock is behind,
 * the start of the first unfinished hour. Throws if the postings do not balance or the cause has already been posted.
 */
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
  const entries = transaction.postings.map(({ account, amount }, index) => ({
    transaction_id: id,
    line: index + 1,
    account,
    amount_minor: amount.amountMinor,
    currency: amount.currency,
  }));
  await insertEntryRows(tx, entries);
}

const insertTransactionRow = prepared((db, transaction: LedgerTransactionRow) =>
  db.insertInto('ledger_transactions').values({ ...transaction, posted_at: inOpenHour(transaction.posted_at) }),
);

/** The later of the two instants: an earlier release that is still running finishes days, but no hours. */
const finishedBefore = sql`case when finished_before > hours_finished_before then finished_before else hours_finished_before end`;

const inOpenHour = (at: string) =>
  sql<string>`coalesce((select ${finishedBefore} from ledger_progress where ${finishedBefore} > ${at}), ${at})`;

const insertEntryRows = preparedList((db, entries: readonly LedgerEntryRow[]) =>
  db.insertInto('ledger_entries').values(entries),
);
