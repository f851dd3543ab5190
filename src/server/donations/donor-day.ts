import { calendarDay } from '#domain/donation/calendar-day.ts';
import { dayZoneOf, sharedZoneMs, type ZonedDonation } from '#domain/donation/day-zone.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { deletedDonorId } from './deleted-donor.ts';

export type DonorDay = Pick<DonationRow, 'donated_on' | 'time_zone'>;

/**
 * Finds the donor's day of a donation that is about to be recorded or claimed. The caller has locked the donor's account, so
 * that the second of two concurrent donations sees the first.
 */
export async function findDonorDay(
  tx: Tx,
  donorId: string | null,
  donation: ZonedDonation & { readonly id: string },
): Promise<DonorDay> {
  const recorded = donorId === null || donorId === deletedDonorId ? [] : await findNeighbors(tx, donorId, donation);
  const timeZone = dayZoneOf(donation, recorded);
  return { donated_on: calendarDay(donation.donatedAt, timeZone), time_zone: timeZone };
}

/** Finds the previous donation within `sharedZoneMs`, or else the next one. Reads no others, however many there are in a day. */
async function findNeighbors(
  tx: Tx,
  donorId: string,
  { id, donatedAt }: { readonly id: string; readonly donatedAt: Date },
): Promise<readonly ZonedDonation[]> {
  const from = new Date(donatedAt.getTime() - sharedZoneMs).toISOString();
  const at = donatedAt.toISOString();
  const to = new Date(donatedAt.getTime() + sharedZoneMs).toISOString();
  const previous = await selectPrevious(tx, { donorId, id, from, at });
  const rows = previous.length > 0 ? previous : await selectNext(tx, { donorId, at, to });
  return rows.map((row) => ({ donatedAt: new Date(row.donated_at), timeZone: row.time_zone }));
}

const selectPrevious = prepared((db, { donorId, id, from, at }: Record<'donorId' | 'id' | 'from' | 'at', string>) =>
  db
    .selectFrom('donations')
    .select(['donated_at', 'time_zone'])
    .where('donor_id', '=', donorId)
    .where('donated_at', '>=', from)
    .where('donated_at', '<=', at)
    .where('id', '<>', id)
    .orderBy('donated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1),
);

const selectNext = prepared((db, { donorId, at, to }: Record<'donorId' | 'at' | 'to', string>) =>
  db
    .selectFrom('donations')
    .select(['donated_at', 'time_zone'])
    .where('donor_id', '=', donorId)
    .where('donated_at', '>', at)
    .where('donated_at', '<=', to)
    .orderBy('donated_at')
    .limit(1),
);
