import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { claimDonation } from '#server/donations/index.ts';
import { raceClaims, type Claim } from './claim-race.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

/** A careless claim: reads and then writes, without the conditional update. */
const claimCarelessly: Claim = (deps, donationId, donorId) =>
  inTransaction(deps.db, async (tx) => {
    const found = await tx.selectFrom('donations').select('donor_id').where('id', '=', donationId).executeTakeFirst();
    if (found?.donor_id !== null) return { code: 'donation_not_found' };
    await tx.updateTable('donations').set({ donor_id: donorId }).where('id', '=', donationId).execute();
    return { code: 'claimed' };
  });

describe('when eight donors at two servers claim the same donation at once', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps();
  });
  afterEach(() => apps.close());

  test('exactly one of them wins and owns it, for each of 400 donations', async () => {
    expect(await raceClaims(apps, 400, claimDonation)).toEqual({ wonOnce: 400, wonSeveralTimes: 0, lost: 0 });
  });

  test('a planted claim that reads and then writes lets several of them win', async () => {
    const { wonSeveralTimes } = await raceClaims(apps, 50, claimCarelessly);
    expect(wonSeveralTimes).toBeGreaterThan(0);
  });
});

describe('when eight donors at two servers claim over a database that rejects every conflict', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps('serializable');
  });
  afterEach(() => apps.close());

  test('exactly one of them wins each of 20 donations, and rejected transactions are retried', async () => {
    const retries = await apps.countRetries(async () => {
      expect(await raceClaims(apps, 20, claimDonation)).toEqual({ wonOnce: 20, wonSeveralTimes: 0, lost: 0 });
    });
    expect(retries).toBeGreaterThan(0);
  });
});
