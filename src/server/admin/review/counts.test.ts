import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { todayResponse, type TodayResponse } from '#contract/admin/today.ts';
import { money } from '#domain/money/money.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import { applyReversal } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertQuarantined } from '#test/support/review/quarantined.ts';
import { decideAs, listItemsAs } from '#test/support/review/review-desk.ts';

forEachDatabase((engine) => {
  describe('Today counts', () => {
    let app: TestApp;
    let fina: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
    });
    afterEach(() => app.close());

    const today = async (): Promise<TodayResponse> =>
      todayResponse.parse((await call(app, { method: 'GET', url: '/api/admin/today', cookie: fina.cookie })).json());
    const review = async () => Object.fromEntries((await today()).review.map(({ kind, count }) => [kind, count]));
    const dismissAll = async (): Promise<void> => {
      for (const { id } of await listItemsAs(app, fina))
        expect((await decideAs(app, fina, id, 'dismiss'))[0]).toBe(200);
    };

    const reversal = (changes: Partial<ReversalEvent>): ReversalEvent => ({
      provider: 'stripe',
      eventId: 'evt_1',
      occurredAt: new Date('2026-11-20T12:00:00.000Z'),
      isLive: false,
      account: undefined,
      reversalId: 'dp_1',
      kind: 'dispute',
      paymentId: 'pi_1',
      fact: 'taken',
      amount: money(524, 'CAD'),
      ...changes,
    });

    const insertRun = (id: string, unknownAtProvider: readonly string[]) => {
      const at = app.clock.now().toISOString();
      const run = { id, scope: 'recent', status: 'finished', since: at, started_at: at, finished_at: at } as const;
      return app.deps.db.write
        .insertInto('reconciliation_runs')
        .values({ ...run, result: JSON.stringify({ unknownAtProvider }) })
        .execute();
    };

    test('a payment with several messages once, and no messages that someone resolved', async () => {
      const detail = { paymentId: 'pi_1', fact: { kind: 'settled' } };
      for (const eventId of ['evt_1', 'evt_2'])
        await insertQuarantined(app.deps, { eventId, reason: 'unknown_session', detail });
      await insertQuarantined(app.deps, { eventId: 'evt_3', reason: 'unreadable', detail: {} });
      expect(await review()).toEqual({ quarantined: 2 });
      await dismissAll();
      expect(await review()).toEqual({});
    });

    test('a dispute of an unknown payment once, and a resolved one again only after its provider reported something new', async () => {
      await applyReversal(
        app.deps,
        reversal({ movements: [], evidenceDueAt: new Date('2026-12-01T00:00:00.000Z') }),
        false,
      );
      expect(await review()).toEqual({ disputes: 1 });
      await dismissAll();
      expect(await review()).toEqual({ unknownPayments: 1 });
      app.clock.advance(1000);
      const evidenceDueAt = new Date('2026-12-09T00:00:00.000Z');
      await applyReversal(app.deps, reversal({ eventId: 'evt_2', movements: [], evidenceDueAt }), false);
      expect(await review()).toEqual({ disputes: 1 });
    });

    test('a difference until someone resolves it, and only for payments that the list shows', async () => {
      const { id } = await openIntent(app);
      await insertRun('rec_1', [id, 'int_gone']);
      expect(await review()).toEqual({ differences: 1 });
      await dismissAll();
      app.clock.advance(1000);
      await insertRun('rec_2', [id, 'int_gone']);
      expect(await review()).toEqual({});
    });

    test('refunds of unknown payments, except those that the team refunded', async () => {
      const fact = { kind: 'settled', collected: { amountMinor: 100, currency: 'USD' } };
      const detail = { sessionId: 'cs_1', paymentId: 'pi_1', fact };
      await insertQuarantined(app.deps, { eventId: 'evt_1', reason: 'unknown_session', detail });
      expect((await decideAs(app, fina, 'quarantined:stripe:evt_1', 'refund'))[0]).toBe(200);
      const refund = (paymentId: string) =>
        reversal({ kind: 'refund', eventId: `evt_${paymentId}`, reversalId: `re_${paymentId}`, paymentId });
      for (const paymentId of ['pi_1', 'pi_2']) await applyReversal(app.deps, refund(paymentId), false);
      expect(await review()).toEqual({ unknownPayments: 1 });
    });

    test('as verified only a reconciliation that reached every provider', async () => {
      expect((await today()).verifiedAt).toBeNull();
      await insertRun('rec_1', []);
      const verifiedAt = app.clock.now().toISOString();
      app.clock.advance(1000);
      await app.deps.db.write
        .insertInto('reconciliation_runs')
        .values({
          id: 'rec_2',
          scope: 'recent',
          status: 'unavailable',
          since: verifiedAt,
          started_at: app.clock.now().toISOString(),
          finished_at: app.clock.now().toISOString(),
          result: '{}',
        })
        .execute();
      expect((await today()).verifiedAt).toBe(verifiedAt);
    });
  });
});
