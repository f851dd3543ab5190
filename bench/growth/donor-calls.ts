import type { Queryable } from '#server/db/database.ts';
import { donorId } from '../rows/donor.ts';
import { at, type MeasuredCall } from './call.ts';

/** What donors and visitors read. The donor has the same number of donations in every bench database. */
export async function donorCalls(db: Queryable): Promise<readonly MeasuredCall[]> {
  const donations = await db.selectFrom('donations').select('id').where('donor_id', '=', donorId).execute();
  const donationOf = (sample: number): string => donations[sample % donations.length]?.id ?? '';
  return [
    at("a donor's history", '/api/donations'),
    at("a donor's impact", '/api/impact'),
    at("a donor's rewards", '/api/rewards'),
    at("a donor's account", '/api/user'),
    at('snacks', '/api/snacks'),
    at('public figures', '/api/public-figures'),
    { title: 'a receipt', pathOf: (sample) => `/api/donations/${donationOf(sample)}/receipt` },
  ];
}
