import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { claimDonation } from '#server/donations/index.ts';
import { applyPaymentEvent, bookInvoice } from '#server/payments/index.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { call } from '../support/accounts/account-calls.ts';
import { postCheckout } from '../support/app/call-app.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { insertPastDonations } from '../support/payments/past-donations.ts';
import { donorPassword, signIn, type SignedIn } from '../support/accounts/signed-in.ts';
import { insertActivePlan } from '../support/payments/active-subscriptions.ts';
import {
  requestDeletion,
  deleteCarelessly,
  findOrphans,
  rowOf,
  runInOrderAtLock,
  type Deletion,
  type Work,
} from './deletion-race.ts';
import { factsOf, startTwoApps, type TwoApps } from './two-apps.ts';

describe('deleting an account at one server while another server uses it', () => {
  let apps: TwoApps;
  let ana: SignedIn;
  beforeEach(async () => {
    apps = await startTwoApps();
    ana = await signIn(apps.first, { username: 'ana', email: 'ana@example.org' });
  });
  afterEach(() => apps.close());

  const deletion =
    (deleteAccount: Deletion = requestDeletion): Work =>
    () =>
      deleteAccount(apps.second, ana);
  const checkout = async (): Promise<number> =>
    (await postCheckout(apps.first, checkoutBody(), { headers: { cookie: ana.cookie } })).statusCode;
  const openIntent = async (): Promise<DonationIntentRow> => {
    expect(await checkout()).toBe(200);
    return apps.first.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
  };
  const settlement =
    (intent: DonationIntentRow): Work =>
    async () =>
      (await applyPaymentEvent(apps.first.deps, factsOf(apps.first, intent)[0])).code;
  const claim =
    (donationId: string): Work =>
    async () =>
      (await claimDonation(apps.first.deps, donationId, ana.user.id)).code;
  const owners = async (): Promise<unknown[]> =>
    (await apps.first.deps.db.read.selectFrom('donations').select('donor_id').execute()).map((row) => row.donor_id);

  test('detaches a payment that settles just before', async () => {
    const intent = await openIntent();
    expect(await runInOrderAtLock(apps, rowOf(intent), [settlement(intent), deletion()])).toEqual(['settled', 200]);
    expect(await owners()).toEqual(['usr_removed']);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test('detaches a payment whose settlement had already read the donor', async () => {
    const intent = await openIntent();
    expect(await runInOrderAtLock(apps, rowOf(intent), [deletion(), settlement(intent)])).toEqual([200, 'settled']);
    expect(await owners()).toEqual(['usr_removed']);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test('leaves an orphan if a planted careless deletion comes second', async () => {
    const intent = await openIntent();
    await runInOrderAtLock(apps, rowOf(intent), [settlement(intent), deletion(deleteCarelessly)]);
    expect(await findOrphans(apps)).toEqual(['donations']);
  });

  test('leaves an orphan if a planted careless deletion comes first', async () => {
    const intent = await openIntent();
    await runInOrderAtLock(apps, rowOf(ana.user), [deletion(deleteCarelessly), settlement(intent)]);
    expect(await findOrphans(apps)).toEqual(['donations']);
  });

  test('detaches an invoice whose settlement had already read the donor', async () => {
    const planId = await insertActivePlan(apps.first, ana);
    const { db, clock } = apps.first.deps;
    const terms = await db.read.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
    const invoice: Work = async () =>
      (
        await bookInvoice(apps.first.deps, {
          invoiceId: 'in_1',
          subscriptionId: `sub_${planId}`,
          planId,
          isLive: false,
          reason: 'renewal',
          status: 'paid',
          createdAt: clock.now(),
          collected: money(terms.charge_total_minor, 'CAD'),
          paidAt: clock.now(),
          paymentId: 'pi_1',
          charityId: terms.charity_id,
          attemptCount: 1,
          nextAttemptAt: undefined,
          payUrl: undefined,
        })
      ).code;
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [deletion(), invoice])).toEqual([200, 'booked']);
    expect(await owners()).toEqual(['usr_removed', 'usr_removed']);
    expect(await findOrphans(apps)).toEqual([]);
  });

  test('detaches a donation that is claimed just before', async () => {
    const [donation] = await insertPastDonations(apps.first.deps, [{}]);
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [claim(donation!.id), deletion()])).toEqual(['claimed', 200]);
    expect(await owners()).toEqual(['usr_removed']);
  });

  test('refuses a claim just after, and the donation stays unclaimed', async () => {
    const [donation] = await insertPastDonations(apps.first.deps, [{}]);
    const outcomes = await runInOrderAtLock(apps, rowOf(ana.user), [deletion(), claim(donation!.id)]);
    expect(outcomes).toEqual([200, 'donation_not_found']);
    expect(await owners()).toEqual([null]);
  });

  test('leaves an orphan if a planted careless deletion comes after a claim', async () => {
    const [donation] = await insertPastDonations(apps.first.deps, [{}]);
    await runInOrderAtLock(apps, rowOf(ana.user), [claim(donation!.id), deletion(deleteCarelessly)]);
    expect(await findOrphans(apps)).toEqual(['donations']);
  });

  test('detaches a checkout that is opened just before', async () => {
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [checkout, deletion()])).toEqual([200, 200]);
    const intents = await apps.first.deps.db.read.selectFrom('donation_intents').select('donor_id').execute();
    expect(intents).toEqual([{ donor_id: 'usr_removed' }]);
  });

  test('refuses a checkout just after', async () => {
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [deletion(), checkout])).toEqual([200, 401]);
    expect(await apps.first.deps.db.read.selectFrom('donation_intents').select('id').execute()).toEqual([]);
  });

  test.each([
    ['/api/login', { username: 'ana', password: donorPassword }, 401],
    ['/api/account/second-factor', { password: donorPassword }, 400],
    ['/api/password-link', { email: 'ana@example.org' }, 200],
  ])('stores nothing for a request to %s just after', async (url, body, status) => {
    const late: Work = async () =>
      (await call(apps.first, { method: 'POST', url, cookie: ana.cookie, body })).statusCode;
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [deletion(), late])).toEqual([200, status]);
    const { read } = apps.first.deps.db;
    for (const table of ['users', 'sessions', 'mail_links', 'second_factors', 'outbox'] as const)
      expect(await read.selectFrom(table).selectAll().execute()).toEqual([]);
  });

  test('ends the session of a login just before', async () => {
    const body = { username: 'ana', password: donorPassword };
    const logIn: Work = async () => (await call(apps.first, { method: 'POST', url: '/api/login', body })).statusCode;
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [logIn, deletion()])).toEqual([200, 200]);
    expect(await apps.first.deps.db.read.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });

  test('returns 200 at both servers when both receive the request', async () => {
    expect(await runInOrderAtLock(apps, rowOf(ana.user), [deletion(), () => requestDeletion(apps.first, ana)])).toEqual(
      [200, 200],
    );
  });
});
