import { calendarDay } from '#domain/donation/calendar-day.ts';
import { dayZoneOf, sharedZoneMs, type ZonedDonation } from '#domain/donation/day-zone.ts';
import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { deletedDonorId } from './deleted-donor.ts';

export type DonorDay = Pick<DonationRow, 'donated_on' | 'time_zone'>;

/**
 * The day of a donation that is about to be recorded or claimed. The caller has locked the donor's account, so that of two
 * concurrent donations the second sees the first.
 */
export async function findDonorDay(
  tx: Tx,
  donorId: string | null,
  donation: ZonedDonation & { readonly id: string },
): Promise<DonorDay> {
  const recorded = donorId === null || donorId === deletedDonorId ? [] : await findNearby(tx, donorId, donation);
  const timeZone = dayZoneOf(donation, recorded);
  return { donated_on: calendarDay(donation.donatedAt, timeZone), time_zone: timeZone };
}

async function findNearby(
  tx: Tx,
  donorId: string,
  { id, donatedAt }: { readonly id: string; readonly donatedAt: Date },
): Promise<readonly ZonedDonation[]> {
  const from = new Date(donatedAt.getTime() - sharedZoneMs).toISOString();
  const to = new Date(donatedAt.getTime() + sharedZoneMs).toISOString();
  const rows = await selectNearby(tx, { donorId, id, from, to });
  return rows.map((row) => ({ donatedAt: new Date(row.donated_at), timeZone: row.time_zone }));
}

interface Nearby {
  readonly donorId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

const selectNearby = prepared((db, { donorId, id, from, to }: Nearby) =>
  db
    .selectFrom('donations')
    .select(['donated_at', 'time_zone'])
    .where('donor_id', '=', donorId)
    .where('donated_at', '>=', from)
    .where('donated_at', '<=', to)
    .where('id', '<>', id)
    .orderBy('donated_at')
    .orderBy('id'),
);
