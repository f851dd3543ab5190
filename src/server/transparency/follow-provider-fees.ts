import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import { addDays } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { Queryable } from '#server/db/database.ts';
import type { TransparencyGroupRow } from '#server/db/tables/transparency.ts';
import type { Deps } from '#server/deps.ts';

/** The number of days after a group's last day in which its fees can still be recorded. Later, they stay unknown. */
const recordingDays = 45;

/**
 * Records the providers' fees for a group once the fee of each of its payments is posted in the group's currency. The recorded
 * sum never changes. Reads the groups of the last 45 days, or more if an older group was just added.
 */
export async function followProviderFees(
  { db: { patient }, clock }: Pick<Deps, 'db' | 'clock'>,
  added: readonly TransparencyGroupRow[],
): Promise<void> {
  const earliest = addDays(utcDay(clock.now()), -recordingDays);
  const oldest = added.reduce((first, { last_day: last }) => (last < first ? last : first), earliest);
  const groups = await patient.read
    .selectFrom('transparency_groups')
    .selectAll()
    .where('kind', '=', 'received')
    .where('provider_fees_minor', 'is', null)
    .where('last_day', '>=', oldest)
    .execute();
  for (const group of groups) {
    const feesMinor = await findFees(patient.read, group);
    if (feesMinor !== undefined)
      await patient.write
        .updateTable('transparency_groups')
        .set({ provider_fees_minor: feesMinor })
        .where('kind', '=', 'received')
        .where('charity_id', '=', group.charity_id)
        .where('currency', '=', group.currency)
        .where('first_day', '=', group.first_day)
        .where('provider_fees_minor', 'is', null)
        .execute();
    await letOthersRun();
  }
}

/** Adds up the fees of a group; undefined while the fee of a payment is missing, or is in another currency. */
async function findFees(db: Queryable, group: TransparencyGroupRow): Promise<number | undefined> {
  const { rows } = await sql<{ payments: number; foreign_fees: number; minor: number }>`
    select cast(count(*) as bigint) as payments, cast(coalesce(sum(foreign_fees), 0) as bigint) as foreign_fees,
      cast(coalesce(sum(minor), 0) as bigint) as minor
    from (
      select donation.intent_id, sum(entry.amount_minor) as minor,
        sum(case when entry.currency = ${group.currency} then 0 else 1 end) as foreign_fees
      from ledger_transactions settlement
      join donations donation on donation.intent_id = settlement.intent_id
        and donation.charity_id = ${group.charity_id} and donation.charge_currency = ${group.currency}
      join ledger_transactions fee on fee.intent_id = settlement.intent_id and fee.cause like 'processing_fee:%'
      join ledger_entries entry on entry.transaction_id = fee.id and entry.account = 'processing_fees'
      where settlement.posted_at >= ${group.first_day} and settlement.posted_at < ${addDays(group.last_day, 1)}
        and settlement.cause = 'settlement:' || settlement.intent_id
      group by donation.intent_id
    ) payment`.execute(db);
  const found = rows[0];
  if (!found || found.payments < group.donations || found.foreign_fees > 0) return undefined;
  return found.minor;
}
