import { calendarDay } from '#domain/donation/calendar-day.ts';
import { mergedZones, type MovedDonation } from '#domain/donation/merged-zones.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { recordClaim } from './claim-donation.ts';

/**
 * Moves all donations and payments of an account to another, in the transaction that has locked both. Intents are moved first,
 * as in `detachDonor`: an open payment settles for the other account. Returns the number of moved donations.
 */
export async function moveDonationsOf(tx: Tx, fromId: string, toId: string): Promise<number> {
  await tx
    .updateTable('donation_intents')
    .set((e) => ({ donor_id: toId, version: e('version', '+', 1) }))
    .where('donor_id', '=', fromId)
    .execute();
  const moved = await tx
    .updateTable('donations')
    .set({ donor_id: toId })
    .where('donor_id', '=', fromId)
    .returning(movedColumns)
    .execute();
  await chooseDays(tx, toId, moved);
  return moved.length;
}

/**
 * Claims all unclaimed donations that a guest paid with an address, in the transaction that has locked the account. Returns
 * their number.
 */
export async function claimDonationsPaidBy(
  { clock }: Pick<Deps, 'clock'>,
  tx: Tx,
  emailKey: string,
  donorId: string,
): Promise<number> {
  const moved = await tx
    .updateTable('donations')
    .set({ donor_id: donorId })
    .where('donor_id', 'is', null)
    .where('intent_id', 'in', (e) => e.selectFrom('payer_emails').select('intent_id').where('email_key', '=', emailKey))
    .returning(movedColumns)
    .execute();
  await chooseDays(tx, donorId, moved);
  const claimedAt = clock.now().toISOString();
  for (const { id } of moved) await recordClaim(tx, { donation_id: id, claimed_at: claimedAt });
  return moved.length;
}

const movedColumns = ['id', 'donated_at', 'time_zone'] as const;

type MovedRow = Pick<DonationRow, (typeof movedColumns)[number]>;

/** Changes the days of moved donations that are close in time to a donation that the donor made in another zone. */
async function chooseDays(tx: Tx, donorId: string, movedRows: readonly MovedRow[]): Promise<void> {
  const rows = await tx
    .selectFrom('donations')
    .select(movedColumns)
    .where('donor_id', '=', donorId)
    .orderBy('donated_at')
    .orderBy('id')
    .execute();
  const movedIds = new Set(movedRows.map(({ id }) => id));
  const all = rows.map(toMoved);
  const moved = all.filter(({ id }) => movedIds.has(id));
  const zones = mergedZones(
    all.filter(({ id }) => !movedIds.has(id)),
    moved,
  );
  for (const { id, donatedAt, timeZone: before } of moved) {
    const timeZone = zones.get(id) ?? before;
    if (timeZone === before) continue;
    const day = { time_zone: timeZone, donated_on: calendarDay(donatedAt, timeZone) };
    await tx.updateTable('donations').set(day).where('id', '=', id).execute();
  }
}

const toMoved = (row: MovedRow): MovedDonation => ({
  id: row.id,
  donatedAt: new Date(row.donated_at),
  timeZone: row.time_zone,
});
