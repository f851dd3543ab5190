import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimDonation } from '#server/donations/index.ts';
import { applyPaymentEvent } from '#server/payments/index.ts';
import { signIn, type SignedIn } from '../support/accounts/signed-in.ts';
import { postCheckout } from '../support/app/call-app.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { insertPastDonations } from '../support/payments/past-donations.ts';
import { rowOf, runInOrderAtLock, type Work } from './deletion-race.ts';
import { factsOf, startTwoApps, type TwoApps } from './two-apps.ts';

describe('two donations at one instant, in two time zones, at two servers', () => {
  let apps: TwoApps;
  let donor: SignedIn;
  beforeEach(async () => {
    apps = await startTwoApps();
    donor = await signIn(apps.first);
  });
  afterEach(() => apps.close());

  /** Opens a checkout in a zone. Returns its settlement at the first or second server. */
  async function openIn(timeZone: string, server: 'first' | 'second'): Promise<Work> {
    await postCheckout(apps.first, checkoutBody({ request: { timeZone } }), { headers: { cookie: donor.cookie } });
    const intent = await apps.first.deps.db.read
      .selectFrom('donation_intents')
      .selectAll()
      .where('time_zone', '=', timeZone)
      .executeTakeFirstOrThrow();
    return async () => (await applyPaymentEvent(apps[server].deps, factsOf(apps.first, intent)[0])).code;
  }
  const days = async (): Promise<string[]> =>
    (await apps.first.deps.db.read.selectFrom('donations').select('donated_on').execute()).map(
      ({ donated_on: day }) => day,
    );

  test('are on one day when both settle at the same moment', async () => {
    const settlements = [await openIn('Pacific/Kiritimati', 'first'), await openIn('UTC', 'second')] as const;
    expect(await runInOrderAtLock(apps, rowOf(donor.user), settlements)).toEqual(['settled', 'settled']);
    expect(await days()).toEqual(['2026-03-05', '2026-03-05']);
  });

  test('are on one day when one settles while the other is claimed', async () => {
    const [anonymous] = await insertPastDonations(apps.first.deps, [{}]);
    const claim: Work = async () => (await claimDonation(apps.second.deps, anonymous!.id, donor.user.id)).code;
    const settlement = await openIn('Pacific/Kiritimati', 'first');
    expect(await runInOrderAtLock(apps, rowOf(donor.user), [settlement, claim])).toEqual(['settled', 'claimed']);
    expect(await days()).toEqual(['2026-03-05', '2026-03-05']);
  });
});
