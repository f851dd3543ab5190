import type { Queryable } from '#server/db/database.ts';
import { donorId } from '../rows/donor.ts';
import { callTo, type MeasuredCall } from './call.ts';

/** The calls with which donors and visitors read. The donor has the same number of donations in every bench database. */
export async function donorCalls(db: Queryable): Promise<readonly MeasuredCall[]> {
  const donations = await db.selectFrom('donations').select('id').where('donor_id', '=', donorId).execute();
  const donationOf = (sample: number): string => donations[sample % donations.length]?.id ?? '';
  return [
    callTo("a donor's history", '/api/donations'),
    callTo("a donor's impact", '/api/impact'),
    callTo("a donor's rewards", '/api/rewards'),
    callTo("a donor's account", '/api/user'),
    callTo('snacks', '/api/snacks'),
    callTo('public figures', '/api/public-figures'),
    { title: 'a receipt', pathOf: (sample) => `/api/donations/${donationOf(sample)}/receipt` },
  ];
}
