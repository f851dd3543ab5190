import type { Queryable } from '#server/db/database.ts';
import type { LedgerEntryRow, LedgerTransactionRow } from '#server/db/tables.ts';

/** An entry of the ledger with its transaction. */
export type JournalEntry = LedgerEntryRow &
  Pick<LedgerTransactionRow, 'cause' | 'posted_at'> & {
    /** The donation that the entry belongs to; null if there is none. */
    readonly donation_id: string | null;
  };

/**
 * Finds a page of the entries posted at or after `from` and before `until`, oldest first. `last` is the last entry of the
 * previous page.
 */
export function findJournal(
  db: Queryable,
  { from, until }: { readonly from: Date; readonly until: Date },
  last: JournalEntry | undefined,
  count: number,
): Promise<JournalEntry[]> {
  return db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .leftJoin('donation_intents as intent', 'intent.id', 'posted.intent_id')
    .select(['posted.posted_at', 'posted.cause', 'intent.donation_id'])
    .select(['entry.transaction_id', 'entry.line', 'entry.account', 'entry.amount_minor', 'entry.currency'])
    .where('posted.posted_at', '>=', last?.posted_at ?? from.toISOString())
    .where('posted.posted_at', '<', until.toISOString())
    .$if(last !== undefined, (query) =>
      query.where((e) =>
        e(
          e.refTuple('posted.posted_at', 'entry.transaction_id', 'entry.line'),
          '>',
          e.tuple(last?.posted_at ?? '', last?.transaction_id ?? '', last?.line ?? 0),
        ),
      ),
    )
    .orderBy('posted.posted_at')
    .orderBy('entry.transaction_id')
    .orderBy('entry.line')
    .limit(count)
    .execute();
}
