import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { movementSentences } from '#contract/admin/money/balances.ts';
import { reviewItemSentences } from '#contract/admin/review/review-items.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { takeBackBookings } from '#server/payments/index.ts';
import { countMovements } from '../review/counts.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertMovement } from '#test/support/review/movement.ts';

forEachDatabase((engine) => {
  describe('a movement that the ledger does not know', () => {
    let app: TestApp;
    let fina: SignedIn;
    let olga: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const book = async (
      { cookie }: Pick<SignedIn, 'cookie'>,
      movementId: string,
      changes: object = {},
    ): Promise<[number, unknown]> => {
      const body = { provider: 'stripe', movementId, account: 'processing_fees', reason: 'Radar of May', ...changes };
      const response = await call(app, { method: 'POST', url: '/api/admin/balances/movements', cookie, body });
      return [response.statusCode, response.json()];
    };
    const booked = [200, { status: 'booked' }];
    const entriesOf = async (cause: string) =>
      (
        await app.deps.db.read
          .selectFrom('ledger_entries')
          .innerJoin('ledger_transactions', 'ledger_transactions.id', 'transaction_id')
          .select(['account', 'amount_minor', 'currency', 'occurred_at'])
          .where('cause', '=', cause)
          .orderBy('line')
          .execute()
      ).map(({ account, amount_minor: minor, currency }) => `${account} ${minor} ${currency}`);
    const count = () => countMovements(app.deps.db.read);
    const bookedTwice = async (): Promise<string[]> =>
      (await checkLedger(app.deps.db.read))
        .filter(({ rule }) => rule === 'a booking whose payment or reversal is in the ledger too is taken back')
        .map(({ subject }) => subject);

    test('is booked to the account that a person chose, and no longer needs review', async () => {
      const id = await insertMovement(app.deps);
      expect(await count()).toBe(1);
      expect(await book(fina, id)).toEqual(booked);
      expect(await entriesOf(`movement:stripe:${id}`)).toEqual(['clearing:stripe -200 CAD', 'processing_fees 200 CAD']);
      expect(await count()).toBe(0);
      expect(await app.deps.db.read.selectFrom('provider_movements').selectAll().execute()).toMatchObject([
        { ledger_cause: `movement:stripe:${id}`, resolved_at: app.clock.now().toISOString() },
      ]);
      expect(await loggedActions(app)).toEqual([
        {
          action: 'movement_booked',
          actor_name: 'fina',
          subject: `movement stripe:${id}`,
          before: null,
          after: { account: 'processing_fees', amount: -2, currency: 'CAD', kind: 'stripe_fee' },
          reason: 'Radar of May',
        },
      ]);
    });

    test.each([
      ['dispute_losses', -200],
      ['bank', -200],
      ['bank', 300],
      ['other_income', 300],
      ['processing_fees', 300],
    ])('can be booked to the account %s with the amount %i', async (account, amountMinor) => {
      const id = await insertMovement(app.deps, { amount_minor: amountMinor });
      expect(await book(fina, id, { account })).toEqual(booked);
      expect(await entriesOf(`movement:stripe:${id}`)).toEqual([
        `clearing:stripe ${amountMinor} CAD`,
        `${account} ${-amountMinor} CAD`,
      ]);
    });

    test('is booked once, and the next person is told who booked it', async () => {
      const id = await insertMovement(app.deps);
      await book(fina, id);
      const at = formatUtcMoment(app.clock.now());
      const told = [409, refusal('already_resolved', `fina booked this movement on ${at}.`)];
      expect(await book(olga, id, { account: 'bank' })).toEqual(told);
      expect(await book(fina, id)).toEqual(told);
      expect(await entriesOf(`movement:stripe:${id}`)).toHaveLength(2);
      expect(await loggedActions(app)).toHaveLength(1);
    });

    test('is booked by only one of two people at the same time', async () => {
      const id = await insertMovement(app.deps);
      const responses = await Promise.all([book(fina, id), book(olga, id, { account: 'bank' })]);
      expect(responses.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect(await entriesOf(`movement:stripe:${id}`)).toHaveLength(2);
    });

    test('is not booked if its payment has already been recorded', async () => {
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent, { session: { payment_intent: 'pi_1' } }));
      const id = await insertMovement(app.deps, { source_id: 'pi_1', amount_minor: 479 });
      expect(await book(fina, id, { account: 'other_income' })).toEqual([
        409,
        refusal('already_resolved', reviewItemSentences.resolvedAutomatically),
      ]);
      expect([await entriesOf(`movement:stripe:${id}`), await count()]).toEqual([[], 0]);
    });

    test('has its booking taken back once if its payment is recorded later', async () => {
      const id = await insertMovement(app.deps, { source_id: 'pi_1', amount_minor: 479 });
      expect(await book(fina, id, { account: 'other_income' })).toEqual(booked);
      await takeBackBookings(app.deps, 'stripe');
      expect(await entriesOf(`movement:stripe:${id}:taken_back`)).toEqual([]);
      const intent = await openIntent(app);
      await deliver(app, paidMessage(intent, { session: { payment_intent: 'pi_1' } }));
      expect(await bookedTwice()).toEqual([id]);
      for (let run = 0; run < 2; run += 1) await takeBackBookings(app.deps, 'stripe');
      expect(await entriesOf(`movement:stripe:${id}:taken_back`)).toEqual([
        'clearing:stripe -479 CAD',
        'other_income 479 CAD',
      ]);
      expect(await app.deps.db.read.selectFrom('provider_movements').select('ledger_cause').execute()).toEqual([
        { ledger_cause: `settlement:${intent.id}` },
      ]);
      expect((await loggedActions(app)).filter(({ action }) => action === 'booking_taken_back')).toEqual([
        expect.objectContaining({ actor_name: 'system', subject: `movement stripe:${id}` }),
      ]);
      expect(await bookedTwice()).toEqual([]);
    });

    test('is not booked to an account that does not fit', async () => {
      const id = await insertMovement(app.deps);
      const notOffered = [409, refusal('action_not_offered', movementSentences.notOffered)];
      expect(await book(fina, id, { account: 'other_income' })).toEqual(notOffered);
      for (const account of ['charity:6', 'clearing:stripe', 'service_fee_income', ''])
        expect((await book(fina, id, { account }))[0]).toBe(400);
      expect((await book(fina, id, { reason: ' ' }))[0]).toBe(400);
      expect(await count()).toBe(1);
    });

    test('is not booked by strangers, donors or other roles, or if it is unknown', async () => {
      const id = await insertMovement(app.deps);
      expect((await book({ cookie: '' }, id))[0]).toBe(401);
      expect((await book(await signIn(app), id))[0]).toBe(403);
      for (const role of ['support', 'content', 'auditor'] as const)
        expect((await book(await signInStaff(app, role), id))[0]).toBe(403);
      expect(await count()).toBe(1);
      const unknown = [404, refusal('not_found', movementSentences.unknown)];
      expect(await book(fina, 'txn_9')).toEqual(unknown);
      expect(await book(fina, id, { provider: 'paypal' })).toEqual(unknown);
    });
  });
});
