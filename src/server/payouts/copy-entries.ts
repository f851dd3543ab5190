import { sql } from 'kysely';
import type { Database, Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';

/**
 * Copies the entries that settlements and reversals have posted to charities' accounts into `payable_entries`. A settlement
 * does not write to that table, so that donors do not wait for it. Entries that were copied before stay as they are.
 * `chunksMax` limits how much is copied.
 */
export async function copyPayableEntries(
  { db: { patient: db }, clock }: Pick<Deps, 'db' | 'clock'>,
  chunksMax = Infinity,
): Promise<void> {
  let after = await findStart(db.read, clock.now());
  for (let chunk = 0; chunk < chunksMax; chunk += 1) {
    const last = await findChunkEnd(db.read, after);
    if (last === undefined) return;
    await copyPostedBetween(db, { after, last });
    after = last;
  }
}

/** Entries become visible when their transaction commits: later than their posting time, but by less than an hour. */
const overlapMs = 60 * 60 * 1000;

/** How many ledger transactions are read at a time. */
const chunkSize = 2000;

async function findStart(db: Queryable, now: Date): Promise<string> {
  const { newest } = await db
    .selectFrom('payable_entries')
    .select((e) => e.fn.max<string | null>('posted_at').as('newest'))
    .where('posted_at', '<=', now.toISOString())
    .executeTakeFirstOrThrow();
  if (newest === null) return '';
  return new Date(Date.parse(newest) - overlapMs).toISOString();
}

/** Finds the posting time of the chunk's last transaction. Other transactions with exactly that time belong to the chunk too. */
async function findChunkEnd(db: Queryable, after: string): Promise<string | undefined> {
  const chunk = db
    .selectFrom('ledger_transactions')
    .select('posted_at')
    .where('posted_at', '>', after)
    .orderBy('posted_at')
    .limit(chunkSize);
  const { last } = await db
    .selectFrom(chunk.as('chunk'))
    .select((e) => e.fn.max<string | null>('chunk.posted_at').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? undefined;
}

async function copyPostedBetween({ write }: Database, range: { after: string; last: string }): Promise<void> {
  await write
    .insertInto('payable_entries')
    .columns([
      'transaction_id',
      'line',
      'charity_id',
      'currency',
      'amount_minor',
      'is_reversal',
      'intent_id',
      'settled_at',
      'posted_at',
    ])
    .expression((e) =>
      e
        .selectFrom('ledger_transactions as posted')
        .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
        .innerJoin('ledger_transactions as settlement', (join) =>
          join.on(sql<boolean>`settlement.cause = 'settlement:' || posted.intent_id`),
        )
        .select(['entry.transaction_id', 'entry.line'])
        .select(sql<number>`cast(substr(entry.account, 9) as integer)`.as('charity_id'))
        .select('entry.currency')
        .select(sql<number>`-entry.amount_minor`.as('amount_minor'))
        .select(sql<number>`case when posted.id = settlement.id then 0 else 1 end`.as('is_reversal'))
        .select(sql<string>`posted.intent_id`.as('intent_id'))
        .select(['settlement.posted_at as settled_at', 'posted.posted_at'])
        .where('posted.posted_at', '>', range.after)
        .where('posted.posted_at', '<=', range.last)
        .where(sql<boolean>`entry.account like 'charity:%'`)
        .where(sql<boolean>`not exists (select 1 from payable_entries copied where copied.transaction_id = posted.id)`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
