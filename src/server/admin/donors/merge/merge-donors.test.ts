import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { mergeSentences } from '#contract/admin/donors/help.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { call, isSignedIn, sortedStatuses, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { confirmAddressOf, signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole } from '#test/support/accounts/staff.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertActivePlan } from '#test/support/payments/active-subscriptions.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { insertGuestDonation } from '#test/support/payments/guest-donations.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  paidMessage,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';

const unknown = { status: 404, body: refusal('not_found', 'There is no donor with this ID.') };

forEachDatabase((engine) => {
  describe('POST /api/admin/donors/{id}/merge', () => {
    let app: TestApp;
    let cookie: string;
    let kept: SignedIn;
    let ending: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      cookie = await signInAdmin(app);
      kept = await signInConfirmed('kept@example.org');
      ending = await signInConfirmed('ending@example.org');
    });
    afterEach(() => app.close());

    async function signInConfirmed(email: string): Promise<SignedIn> {
      const donor = await signIn(app, { email });
      await confirmAddressOf(app, donor);
      return donor;
    }
    const merge = (endingId: string, keptId = kept.user.id) =>
      call(app, {
        method: 'POST',
        url: `/api/admin/donors/${keptId}/merge`,
        cookie,
        body: { with: endingId, reason: 'The same person' },
      });
    const preview = (endingId: string) =>
      app.server.inject({ url: `/api/admin/donors/${kept.user.id}/merge/${endingId}`, headers: { cookie } });
    const getAs = async (donor: SignedIn, url: string) =>
      (await call(app, { method: 'GET', url, cookie: donor.cookie })).json<Record<string, unknown>>();
    const detail = async (id: string) =>
      (await app.server.inject({ url: `/api/admin/donors/${id}`, headers: { cookie } })).json<DonorDetail>();
    const owners = async () =>
      (await app.deps.db.read.selectFrom('donations').select(['id', 'donor_id']).execute()).map((row) => row.donor_id);
    const ledger = () =>
      app.deps.db.read.selectFrom('ledger_entries').selectAll().orderBy('transaction_id').orderBy('line').execute();
    const open = async (donor: SignedIn) => {
      const read = () => app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
      const known = new Set((await read()).map(({ id }) => id));
      await postCheckout(app, checkoutBody(), { headers: { cookie: donor.cookie } });
      return (await read()).find(({ id }) => !known.has(id))!;
    };

    test('moves donations and plans to the account that stays, and deletes the other account with its sessions', async () => {
      const planId = await insertActivePlan(app, ending);
      await insertPastDonations(app.deps, [
        { donor_id: kept.user.id, donated_at: '2026-03-02T12:00:00.000Z' },
        { donor_id: ending.user.id, donated_at: '2026-03-03T12:00:00.000Z', charity_id: 7 },
      ]);
      expect(statusAndBody(await preview(ending.user.id))).toMatchObject({
        status: 200,
        body: {
          kept: { id: kept.user.id },
          ending: { id: ending.user.id },
          sums: [{ currency: 'CAD', donations: 2, charged: 10.48 }],
          plans: 1,
        },
      });
      expect(statusAndBody(await merge(ending.user.id))).toEqual({ status: 200, body: { donations: 2, plans: 1 } });
      expect(await isSignedIn(app, ending.cookie)).toBe(false);
      expect(await isSignedIn(app, kept.cookie)).toBe(true);
      expect(await detail(kept.user.id)).toMatchObject({
        sums: [{ currency: 'CAD', donations: 3, charged: 15.72 }],
        plans: [{ id: planId, status: 'active' }],
      });
      expect(await getAs(kept, '/api/impact')).toMatchObject({ donationsCount: 3, charitiesSupported: 2 });
      expect(await getAs(kept, '/api/rewards')).toMatchObject({ streak: 3 });
      expect(await loggedActions(app)).toEqual([
        {
          action: 'donors_merged',
          actor_name: 'admin',
          subject: `donor ${kept.user.id}`,
          before: { merged: ending.user.id, donations: 2, plans: 1 },
          after: null,
          reason: 'The same person',
        },
      ]);
    });

    test('assigns a payment that settles later to the account that stays', async () => {
      const intent = await open(ending);
      await merge(ending.user.id);
      await deliver(app, paidMessage(intent));
      expect(await owners()).toEqual([kept.user.id]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('does not change the ledger', async () => {
      await deliver(app, paidMessage(await open(ending)));
      const before = await ledger();
      await merge(ending.user.id);
      expect(await ledger()).toEqual(before);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('counts the days of both accounts in one time zone, so that a merge adds no day', async () => {
      const at = (donated_at: string, donor: SignedIn) => ({ donor_id: donor.user.id, donated_at });
      const [, moved] = await insertPastDonations(app.deps, [
        at('2026-03-03T23:00:00.000Z', kept),
        at('2026-03-03T23:30:00.000Z', ending),
      ]);
      const elsewhere = { time_zone: 'Pacific/Kiritimati', donated_on: '2026-03-04' };
      await app.deps.db.write.updateTable('donations').set(elsewhere).where('id', '=', moved!.id).execute();
      await merge(ending.user.id);
      const days = await app.deps.db.read.selectFrom('donations').select(['donated_on', 'time_zone']).execute();
      const sameDay = { donated_on: '2026-03-03', time_zone: 'UTC' };
      expect(days).toEqual([sameDay, sameDay]);
    });

    test('gives an account the donations that its owner paid as a guest, and only those', async () => {
      const intents = [await openIntent(app), await openIntent(app), await openIntent(app)];
      const [own, claimed, other] = intents;
      await deliver(app, paidByGuest(own!, 'KEPT@example.org'));
      await deliver(app, paidByGuest(claimed!, 'kept@example.org'));
      await deliver(app, paidByGuest(other!, 'other@example.org'));
      await app.deps.db.write
        .updateTable('donations')
        .set({ donor_id: ending.user.id })
        .where('id', '=', claimed!.donation_id)
        .execute();
      expect(statusAndBody(await merge(own!.id))).toEqual({ status: 200, body: { donations: 1, plans: 0 } });
      expect(new Set(await owners())).toEqual(new Set([kept.user.id, ending.user.id, null]));
      const claims = await app.deps.db.read.selectFrom('donation_claims').select('donation_id').execute();
      expect(claims).toEqual([{ donation_id: own!.donation_id }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      expect((await merge(own!.id)).json()).toEqual(refusal('merge_refused', mergeSentences.nothingLeft));
      expect(await loggedActions(app)).toHaveLength(1);
    });

    test.each<[string, string, () => Promise<string>]>([
      [
        "another guest's address",
        mergeSentences.otherAddress,
        async () => (await insertGuestDonation(app.deps, 'other@example.org')).intent_id,
      ],
      ['an unconfirmed account', mergeSentences.unconfirmed, async () => (await signIn(app)).user.id],
      ['the account itself', mergeSentences.sameDonor, async () => kept.user.id],
      [
        'a member of the team',
        mergeSentences.memberOfTeam,
        async () => {
          await setRole(app, ending, 'support');
          return ending.user.id;
        },
      ],
    ])('refuses %s', async (_what, sentence, endingId) => {
      const id = await endingId();
      for (const response of [await preview(id), await merge(id)])
        expect(statusAndBody(response)).toEqual({ status: 409, body: refusal('merge_refused', sentence) });
      expect(await loggedActions(app)).toEqual([]);
    });

    test('refuses to merge into an unconfirmed account, a guest and a member of the team', async () => {
      const guest = await insertGuestDonation(app.deps, 'kept@example.org');
      const unconfirmed = await signIn(app);
      await setRole(app, kept, 'finance');
      const sentences = [];
      for (const id of [guest.intent_id, unconfirmed.user.id, kept.user.id])
        sentences.push((await merge(ending.user.id, id)).json<{ error: string }>().error);
      expect(sentences).toEqual([mergeSentences.intoGuest, mergeSentences.unconfirmed, mergeSentences.memberOfTeam]);
    });

    test('finds no donor who was merged before, and needs a reason', async () => {
      await merge(ending.user.id);
      expect(statusAndBody(await merge(ending.user.id))).toEqual(unknown);
      expect(statusAndBody(await merge(kept.user.id, ending.user.id))).toEqual(unknown);
      expect(statusAndBody(await preview(ending.user.id))).toEqual(unknown);
      const url = `/api/admin/donors/${kept.user.id}/merge`;
      const body = { with: ending.user.id, reason: ' ' };
      expect((await call(app, { method: 'POST', url, cookie, body })).statusCode).toBe(400);
    });

    test('merges only once if both directions are requested at the same time, and loses no donation', async () => {
      await insertPastDonations(app.deps, [{ donor_id: kept.user.id }, { donor_id: ending.user.id }]);
      const responses = await Promise.all([
        merge(ending.user.id),
        merge(kept.user.id, ending.user.id),
        merge(ending.user.id),
      ]);
      expect(sortedStatuses(responses)).toEqual([200, 404, 404]);
      const [survivor, ...others] = await app.deps.db.read
        .selectFrom('users')
        .select('id')
        .where('id', 'in', [kept.user.id, ending.user.id])
        .execute();
      expect(others).toEqual([]);
      expect(await owners()).toEqual([survivor?.id, survivor?.id]);
    });

    test('loses no donation at the same time as a claim and a payment', async () => {
      const guests = await insertGuestDonation(app.deps, 'kept@example.org');
      const unpaid = await open(ending);
      await Promise.all([
        merge(ending.user.id),
        deliver(app, paidMessage(unpaid)),
        call(app, { method: 'PATCH', url: `/api/donations/${guests.id}/claim`, cookie: ending.cookie, body: {} }),
      ]);
      const byId = await app.deps.db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
      expect(byId.find(({ id }) => id === unpaid.donation_id)?.donor_id).toBe(kept.user.id);
      expect([kept.user.id, null]).toContain(byId.find(({ id }) => id === guests.id)?.donor_id); // null if the claim was late
    });

    test('leaves each donation with one owner at the same time as claims of the same donations', async () => {
      const guests = await Promise.all([1, 2, 3].map(() => insertGuestDonation(app.deps, 'kept@example.org')));
      const first = await app.deps.db.read
        .selectFrom('payer_emails')
        .select('intent_id')
        .orderBy('intent_id')
        .executeTakeFirstOrThrow();
      await Promise.all([
        merge(first.intent_id),
        ...guests.map(({ id }) =>
          call(app, { method: 'PATCH', url: `/api/donations/${id}/claim`, cookie: ending.cookie, body: {} }),
        ),
      ]);
      const found = await owners();
      expect(found.filter((id) => id === kept.user.id || id === ending.user.id)).toHaveLength(3);
    });

    test('gives the donor who stays the sums, meals and days of both', async () => {
      const gift = fc.record({
        amount_minor: fc.integer({ min: 100, max: 5000 }),
        meals: fc.integer({ min: 0, max: 50 }),
        day: fc.integer({ min: 1, max: 28 }),
        isKept: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(gift, { maxLength: 12 }), async (gifts) => {
          const [one, other] = [await signIn(app), await signIn(app)];
          await confirmAddressOf(app, one);
          await confirmAddressOf(app, other);
          await insertPastDonations(
            app.deps,
            gifts.map(({ day, isKept, ...rest }) => ({
              ...rest,
              donor_id: (isKept ? one : other).user.id,
              donated_at: `2026-02-${String(day).padStart(2, '0')}T12:00:00.000Z`,
            })),
          );
          expect((await merge(other.user.id, one.user.id)).statusCode).toBe(200);
          const impact = await getAs(one, '/api/impact');
          expect(impact).toMatchObject({
            donationsCount: gifts.length,
            totalMeals: gifts.reduce((sum, { meals }) => sum + meals, 0),
          });
          const rows = await app.deps.db.read
            .selectFrom('donations')
            .select(['amount_minor', 'donated_on'])
            .where('donor_id', '=', one.user.id)
            .execute();
          const sumOf = (amounts: readonly { amount_minor: number }[]) =>
            amounts.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
          expect(sumOf(rows)).toBe(sumOf(gifts));
          expect(new Set(rows.map((row) => row.donated_on)).size).toBe(new Set(gifts.map(({ day }) => day)).size);
        }),
        { numRuns: 15 },
      );
    });
  });
});
