import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/ledger/ledger-days.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { TransparencyGroupRow } from '#server/db/tables/transparency.ts';

/**
 * Records for each group the day on which the last of its money was paid to the charity, or deducted from a payout. A group does
 * not wait for fully reversed donations. After the bank returns a payout, its groups are unpaid again.
 */
export async function followPayouts(db: Database): Promise<void> {
  for (const group of await readUnpaid(db.read)) {
    const paidOn = await findPaidOn(db.read, group);
    if (paidOn !== group.paid_on) await storePaidOn(db, group, paidOn);
    await letOthersRun();
  }
}

/** Reads the groups that may have been paid by now, and the groups of charities with a returned payout. */
const readUnpaid = (db: Queryable): Promise<TransparencyGroupRow[]> =>
  db
    .selectFrom('transparency_groups')
    .selectAll()
    .where(
      sql<boolean>`(paid_on is null or charity_id in (
        select payout.charity_id from payout_returns returned cross join payouts payout where payout.id = returned.payout_id))`,
    )
    .orderBy('kind') // received groups first, because reversed groups follow them
    .orderBy('first_day')
    .execute();

async function findPaidOn(db: Queryable, group: TransparencyGroupRow): Promise<string | null> {
  if (await hasUnpaid(db, entriesOf(group, sql`entry.payout_id is null`))) return null;
  const open = sql`entry.payout_id in (
    select payout.id from payouts payout join payout_batches batch on batch.id = payout.batch_id
    where batch.status <> 'paid' and payout.charity_id = ${group.charity_id} and payout.currency = ${group.currency})`;
  if (await hasUnpaid(db, entriesOf(group, open))) return null;
  if (group.kind === 'reversed' && (await hasUnpaidReceived(db, group))) return null;
  const { rows } = await sql<{ last: string | null }>`
    select max(batch.paid_on) as last
    from payouts payout join payout_batches batch on batch.id = payout.batch_id
    where payout.id in (select distinct entry.payout_id ${entriesOf(group, sql`entry.payout_id is not null`)})`.execute(
    db,
  );
  return rows[0]?.last ?? null;
}

/** Selects the entries of a group's donations or reversals that meet a condition. */
function entriesOf(group: TransparencyGroupRow, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const isReversal = group.kind === 'reversed';
  const time = isReversal ? sql`entry.posted_at` : sql`entry.settled_at`;
  return sql`from payable_entries entry
    where entry.charity_id = ${group.charity_id} and entry.currency = ${group.currency}
      and ${time} >= ${group.first_day} and ${time} < ${addDays(group.last_day, 1)}
      and ${isReversal ? sql`entry.is_reversal = 1` : sql`entry.is_reversal = 0`} and ${condition}`;
}

/** Returns true if any of these entries' donations has an amount left that no payout covers. */
async function hasUnpaid(db: Queryable, entries: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql`
    select 1 from (select distinct entry.intent_id ${entries}) unpaid
    where (
      select sum(other.amount_minor) from payable_entries other
      where other.intent_id = unpaid.intent_id and ${isUnpaid}) <> 0
    limit 1`.execute(db);
  return rows.length > 0;
}

const isUnpaid = sql`(other.payout_id is null or other.payout_id in (
  select payout.id from payouts payout join payout_batches batch on batch.id = payout.batch_id where batch.status <> 'paid'))`;

/**
 * Returns true if a group reverses donations of an unpaid received group. Then it does not count yet, so that no sum is negative.
 */
async function hasUnpaidReceived(db: Queryable, group: TransparencyGroupRow): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transparency_groups received
    where received.kind = 'received' and received.charity_id = ${group.charity_id}
      and received.currency = ${group.currency} and received.paid_on is null
      and exists (select 1 ${entriesOf(group, sql`substr(entry.settled_at, 1, 10) between received.first_day and received.last_day`)})
    limit 1`.execute(db);
  return rows.length > 0;
}

async function storePaidOn({ write }: Database, group: TransparencyGroupRow, paidOn: string | null): Promise<void> {
  await write
    .updateTable('transparency_groups')
    .set({ paid_on: paidOn })
    .where('kind', '=', group.kind)
    .where('charity_id', '=', group.charity_id)
    .where('currency', '=', group.currency)
    .where('first_day', '=', group.first_day)
    .execute();
}
