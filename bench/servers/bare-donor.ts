import { createHash } from 'node:crypto';
import { rewardsOf } from '#domain/rewards/rewards.ts';
import type { BareStore, Row } from '../bare/statements.ts';
import { sessionCookie } from '../rows/donor.ts';

/** Responds to one call of a signed-in donor. */
type RespondToCall = (store: BareStore, user: Row) => Promise<object>;

/** The donor's calls, with the product's statements and domain rules. */
const responses: Readonly<Record<string, RespondToCall>> = {
  '/api/user': async (_store, user) => ({
    id: user['id'],
    username: user['username'],
    email: user['email'],
    firstName: user['first_name'],
    lastName: user['last_name'],
    country: user['country'],
    isAdmin: user['staff_role'] !== null,
  }),
  '/api/impact': async (store, user) => {
    const [sums] = await store.run(['sumImpact', [user['id'] ?? null]]);
    return {
      totalDonated: Number(sums?.['amount_minor']) / 100,
      totalMeals: Number(sums?.['meals']),
      donationsCount: Number(sums?.['donations_count']),
      charitiesSupported: Number(sums?.['charities_count']),
    };
  },
  '/api/donations': async (store, user) => {
    const rows = await store.run(['listDonations', [user['id'] ?? null, 'z', '']]);
    return rows.map((row) => ({
      id: row['id'],
      snackName: row['label'],
      charityName: row['charity_name'],
      amount: Number(row['amount_minor']) / 100,
      mealsProvided: row['meals'],
      donationDate: row['donated_at'],
      recurring: row['is_recurring'] === 1,
    }));
  },
  '/api/rewards': async (store, user) => {
    const rows = await store.run(['findDonationDays', [user['id'] ?? null]]);
    const donations = rows.map((row) => ({
      donatedOn: String(row['donated_on']),
      amount: { amountMinor: Number(row['amount_minor']), currency: 'USD' as const },
      charityId: Number(row['charity_id']),
    }));
    return rewardsOf(donations, new Date().toISOString().slice(0, 10)); // the donor's zone is UTC
  },
};

export const isDonorPath = (path: string): boolean => path in responses;

/** Responds to a call of the session's user; throws if there is no session. */
export async function respondToDonor(store: BareStore, url: string, cookies: string): Promise<Buffer> {
  const token = cookies.split(`${sessionCookie}=`)[1] ?? '';
  const hash = createHash('sha256').update(token).digest('base64url');
  const [user] = await store.run(['findSession', [hash, new Date().toISOString()]]);
  const respondToCall = responses[url];
  if (!user || !respondToCall) throw new Error(`no session, or unknown path ${url}`);
  return Buffer.from(JSON.stringify(await respondToCall(store, user)));
}
