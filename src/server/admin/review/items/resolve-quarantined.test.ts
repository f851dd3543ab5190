import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reviewItemSentences } from '#contract/admin/review/review-items.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import { money } from '#domain/money/money.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { applyPaymentEvent, paymentJobs } from '#server/payments/index.ts';
import type { RefundRequest } from '#server/ports/provider.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { coffeeRecord } from '#test/support/payments/arbitrary-record.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { stubCards, type StubCards } from '#test/support/payments/stub-cards.ts';
import { countUnknownPayments } from '../counts.ts';
import { decideAs, listItemsAs } from '#test/support/review/review-desk.ts';

const lostCharity = 99;
const record = coffeeRecord({ charityId: lostCharity });
const paid = (changes: Partial<PaymentEvent> = {}): PaymentEvent => ({
  provider: 'stripe',
  eventId: 'evt_1',
  occurredAt: new Date('2026-11-22T12:05:00.000Z'),
  isLive: false,
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  account: undefined,
  intentId: record.intentId,
  record,
  fact: { kind: 'settled', collected: record.charge.total },
  ...changes,
});
const fetched = paid({ eventId: 'asked:cs_1:paid' });
const itemId = 'quarantined:stripe:evt_1';

forEachDatabase((engine) => {
  describe('a quarantined payment', () => {
    let app: TestApp;
    let cards: StubCards;
    let fina: SignedIn;
    let olga: SignedIn;
    const refunds: RefundRequest[] = [];

    beforeEach(async () => {
      refunds.length = 0;
      cards = stubCards();
      cards.respondToFetch = () => ({ code: 'fetched', event: fetched });
      cards.refundPayment = async (request) => {
        refunds.push(request);
        return { code: 'refunded', event: refundEvent(request.paymentId) };
      };
      app = await startApp(engine, { cards });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    const refundEvent = (paymentId: string) =>
      ({
        provider: 'stripe',
        eventId: 'asked:re_1:taken',
        occurredAt: new Date('2026-11-22T13:00:00.000Z'),
        isLive: false,
        account: undefined,
        reversalId: 're_1',
        kind: 'refund',
        paymentId,
        fact: 'taken',
        amount: record.charge.total,
      }) as const;
    const restoreCharity = async () => {
      const charity = await app.deps.db.read.selectFrom('charities').selectAll().limit(1).executeTakeFirstOrThrow();
      await app.deps.db.write
        .insertInto('charities')
        .values({ ...charity, id: lostCharity, name: 'Lost and Found' })
        .execute();
    };
    const donations = () => app.deps.db.read.selectFrom('donations').select('id').execute();
    const now = () => formatUtcMoment(app.clock.now());
    const told = (sentence: string) => [409, refusal('already_resolved', sentence)];
    const recorded = [200, { status: 'recorded', donationId: record.donationId }];

    test('is one item, however many messages report it', async () => {
      await applyPaymentEvent(app.deps, paid());
      await applyPaymentEvent(app.deps, fetched);
      const since = app.clock.now().toISOString();
      app.clock.advance(1000);
      await applyPaymentEvent(app.deps, paid({ eventId: 'evt_2', sessionId: 'cs_2', paymentId: 'pi_2' }));
      expect(await listItemsAs(app, fina)).toMatchObject([
        { kind: 'quarantined', ids: ['cs_2', 'pi_2', record.intentId] },
        { kind: 'quarantined', ids: ['cs_1', 'pi_1', record.intentId] },
      ]);
      expect((await listItemsAs(app, fina))[1]).toEqual({
        id: 'quarantined:stripe:asked:cs_1:paid',
        kind: 'quarantined',
        since,
        provider: 'stripe',
        reasons: ['not_in_catalogue'],
        ids: ['cs_1', 'pi_1', record.intentId],
        amount: 5.24,
        currency: 'CAD',
        donationId: null,
        evidenceDueAt: null,
        job: null,
        isRefundWaiting: false,
        actions: ['record', 'refund', 'dismiss'],
      });
    });

    test('is recorded from the record at the provider, once', async () => {
      await applyPaymentEvent(app.deps, paid());
      await restoreCharity();
      expect(await decideAs(app, fina, itemId, 'record', 'The charity is back')).toEqual(recorded);
      expect([await donations(), await listItemsAs(app, fina)]).toEqual([[{ id: record.donationId }], []]);
      expect(await decideAs(app, olga, itemId, 'record')).toEqual(told(`fina recorded this donation on ${now()}.`));
      expect(await donations()).toHaveLength(1);
      expect(await loggedActions(app)).toEqual([
        {
          action: 'payment_record_requested',
          actor_name: 'fina',
          subject: `review_item ${itemId}`,
          before: { reasons: ['not_in_catalogue'], messages: ['evt_1'], payment: 'pi_1' },
          after: null,
          reason: 'The charity is back',
        },
      ]);
    });

    test('stays in quarantine while its record does not match, and can be recorded later', async () => {
      await applyPaymentEvent(app.deps, paid());
      const differs = [409, refusal('still_differs', reviewItemSentences.stillDiffers)];
      expect(await decideAs(app, fina, itemId, 'record')).toEqual(differs);
      expect(await donations()).toEqual([]);
      cards.respondToFetch = () => ({ code: 'unavailable', detail: 'no response' });
      const away = [503, refusal('provider_unavailable', reviewItemSentences.providerAway)];
      expect(await decideAs(app, fina, itemId, 'record')).toEqual(away);
      cards.respondToFetch = () => ({ code: 'fetched', event: fetched });
      await restoreCharity();
      expect(await decideAs(app, olga, itemId, 'record')).toEqual(recorded);
    });

    test('cannot be decided by anyone else for a minute after someone began to record it', async () => {
      await applyPaymentEvent(app.deps, paid());
      await restoreCharity();
      cards.respondToFetch = () => {
        throw new Error('the process ends here');
      };
      expect((await decideAs(app, fina, itemId, 'record'))[0]).toBe(500);
      cards.respondToFetch = () => ({ code: 'fetched', event: fetched });
      const started = told(`fina started to record this donation on ${now()}.`);
      for (const action of ['record', 'refund', 'dismiss'] as const)
        expect(await decideAs(app, olga, itemId, action)).toEqual(started);
      app.clock.advance(61_000);
      expect(await decideAs(app, olga, itemId, 'record')).toEqual(recorded);
    });

    test('is refunded once, without ledger entries', async () => {
      await applyPaymentEvent(app.deps, paid());
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual([
        200,
        { status: 'refund_requested', donationId: null },
      ]);
      expect(await decideAs(app, olga, itemId, 'refund')).toEqual(told(`fina refunded this payment on ${now()}.`));
      expect(await decideAs(app, olga, itemId, 'record')).toEqual(told(`fina refunded this payment on ${now()}.`));
      await workOutbox(app.deps, paymentJobs);
      await workOutbox(app.deps, paymentJobs);
      expect(refunds).toMatchObject([{ paymentId: 'pi_1', amount: undefined }]);
      const entries = await app.deps.db.read.selectFrom('ledger_entries').selectAll().execute();
      expect([entries, await listItemsAs(app, fina)]).toEqual([[], []]);
      expect(await countUnknownPayments(app.deps.db.read, [])).toBe(0);
      expect(await loggedActions(app)).toMatchObject([{ action: 'payment_refund_requested', reason: 'Looked at it' }]);
    });

    test('of another amount can be refunded but not recorded, and the refund ends its intent', async () => {
      const intent = await openIntent(app);
      const wrong = paid({
        intentId: intent.id,
        sessionId: intent.provider_session_id ?? '',
        record: undefined,
        fact: { kind: 'settled', collected: money(100, 'CAD') },
      });
      await applyPaymentEvent(app.deps, wrong);
      expect(await listItemsAs(app, fina)).toMatchObject([
        { reasons: ['other_amount'], actions: ['refund', 'dismiss'] },
      ]);
      const notOffered = [409, refusal('action_not_offered', reviewItemSentences.notOffered)];
      expect(await decideAs(app, fina, itemId, 'record')).toEqual(notOffered);
      expect((await decideAs(app, fina, itemId, 'refund'))[0]).toBe(200);
      const { status } = await app.deps.db.read
        .selectFrom('donation_intents')
        .select('status')
        .where('id', '=', intent.id)
        .executeTakeFirstOrThrow();
      expect(status).toBe('failed');
    });

    test.each([
      ['of another account', paid({ account: 'acct_1' }), 'other_account'],
      ['of the live mode', paid({ isLive: true }), 'other_mode'],
    ])('%s can only be marked as resolved', async (_what, event, reason) => {
      await applyPaymentEvent(app.deps, event);
      expect(await listItemsAs(app, fina)).toMatchObject([{ reasons: [reason], actions: ['dismiss'] }]);
      expect((await decideAs(app, fina, itemId, 'refund'))[0]).toBe(409);
      expect(await decideAs(app, fina, itemId, 'dismiss', 'Not ours')).toEqual([
        200,
        { status: 'dismissed', donationId: null },
      ]);
      expect(await listItemsAs(app, fina)).toEqual([]);
      expect(await decideAs(app, olga, itemId, 'dismiss')).toEqual(told(`fina marked this as resolved on ${now()}.`));
      expect(refunds).toEqual([]);
    });

    test('is already resolved if another message explained it', async () => {
      await applyPaymentEvent(app.deps, paid());
      await restoreCharity();
      await applyPaymentEvent(app.deps, paid({ eventId: 'evt_2' }));
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(told(reviewItemSentences.resolvedAutomatically));
    });

    test('is decided by only one of two people at the same time', async () => {
      await applyPaymentEvent(app.deps, paid());
      await restoreCharity();
      const responses = await Promise.all([
        decideAs(app, fina, itemId, 'record'),
        decideAs(app, olga, itemId, 'refund'),
        decideAs(app, fina, itemId, 'dismiss'),
      ]);
      expect(responses.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409]);
      expect(await loggedActions(app)).toHaveLength(1);
    });

    test('cannot be resolved by a stranger, a donor or another role', async () => {
      await applyPaymentEvent(app.deps, paid());
      const sam = await signInStaff(app, 'support');
      expect((await decideAs(app, { ...fina, cookie: '' }, itemId, 'dismiss'))[0]).toBe(401);
      expect((await decideAs(app, sam, itemId, 'dismiss'))[0]).toBe(403);
      expect((await decideAs(app, fina, 'quarantined:stripe:evt_9', 'dismiss'))[0]).toBe(404);
      expect((await decideAs(app, fina, 'nonsense', 'dismiss'))[0]).toBe(404);
      expect((await decideAs(app, fina, itemId, 'dismiss', ' '))[0]).toBe(400);
      expect(await listItemsAs(app, fina)).toHaveLength(1);
    });
  });
});
