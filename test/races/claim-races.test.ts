import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { claimDonation } from '#server/donations/index.ts';
import { raceClaims, type Claim } from './claim-race.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

/** Looks, then writes: what a claim without its condition would do. */
const claimCarelessly: Claim = (deps, donationId, donorId) =>
  inTransaction(deps.db, async (tx) => {
    const found = await tx.selectFrom('donations').select('donor_id').where('id', '=', donationId).executeTakeFirst();
    if (found?.donor_id !== null) return { code: 'donation_not_found' };
    await tx.updateTable('donations').set({ donor_id: donorId }).where('id', '=', donationId).execute();
    return { code: 'claimed' };
  });

describe('eight donors at two servers who claim the same donation at once', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps();
  });
  afterEach(() => apps.close());

  test('on 400 donations each have exactly one winner, who owns it', async () => {
    expect(await raceClaims(apps, 400, claimDonation)).toEqual({ wonOnce: 400, wonSeveralTimes: 0, lost: 0 });
  });

  test('have several winners by a planted claim that looks and then writes', async () => {
    const { wonSeveralTimes } = await raceClaims(apps, 50, claimCarelessly);
    expect(wonSeveralTimes).toBeGreaterThan(0);
  });
});

describe('eight donors at two servers over a database that refuses every conflict', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps('serializable');
  });
  afterEach(() => apps.close());

  test('on 20 donations each have exactly one winner: whoever lost starts again, and is refused', async () => {
    const retries = await apps.countRetries(async () => {
      expect(await raceClaims(apps, 20, claimDonation)).toEqual({ wonOnce: 20, wonSeveralTimes: 0, lost: 0 });
    });
    expect(retries).toBeGreaterThan(0);
  });
});
