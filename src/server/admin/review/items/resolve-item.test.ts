import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import { money } from '#domain/money/money.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { applyReversal } from '#server/payments/index.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { decideAs, listItemsAs } from '#test/support/review/review-desk.ts';

const done = (status: string) => [200, { status, donationId: null }];

forEachDatabase((engine) => {
  describe('what needs review', () => {
    let app: TestApp;
    let fina: SignedIn;
    const db = () => app.deps.db;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
    });
    afterEach(() => app.close());

    const statusesOfJobs = async () =>
      (await db().read.selectFrom('outbox').select(['status', 'attempts']).execute()).map(
        ({ status, attempts }) => `${status} after ${attempts}`,
      );
    const insertDeadJob = async () => {
      await inTransaction(db(), (tx) =>
        enqueue(app.deps, tx, { kind: 'receipt', dedupeKey: 'receipt:don_1', payload: { donationId: 'don_1' } }),
      );
      await db().write.updateTable('outbox').set({ status: 'dead', attempts: 15, last_error: 'no response' }).execute();
      const { id } = await db().read.selectFrom('outbox').select('id').executeTakeFirstOrThrow();
      return `job:${id}`;
    };

    test('a dead job is run again, with all its attempts', async () => {
      const itemId = await insertDeadJob();
      expect(await listItemsAs(app, fina)).toMatchObject([
        { id: itemId, kind: 'job', job: { kind: 'receipt', lastError: 'no response' }, actions: ['retry', 'discard'] },
      ]);
      expect(await decideAs(app, fina, itemId, 'retry', 'The server is back')).toEqual(done('retried'));
      expect([await statusesOfJobs(), await listItemsAs(app, fina)]).toEqual([['waiting after 0'], []]);
      expect(await loggedActions(app)).toMatchObject([
        { action: 'job_retried', before: { kind: 'receipt', attempts: 15 }, reason: 'The server is back' },
      ]);
    });

    test('a dead job is discarded', async () => {
      const itemId = await insertDeadJob();
      expect(await decideAs(app, fina, itemId, 'discard')).toEqual(done('discarded'));
      expect(await statusesOfJobs()).toEqual(['discarded after 15']);
      const [status, content] = await decideAs(app, fina, itemId, 'retry');
      expect([status, content]).toMatchObject([
        409,
        { message: expect.stringMatching(/^fina discarded this job on /) },
      ]);
      expect(await statusesOfJobs()).toEqual(['discarded after 15']);
    });

    test('a job that is not dead cannot be decided', async () => {
      const itemId = await insertDeadJob();
      await db().write.updateTable('outbox').set({ status: 'done' }).execute();
      expect((await decideAs(app, fina, itemId, 'retry'))[0]).toBe(404);
      expect((await decideAs(app, fina, 'job:out_unknown', 'retry'))[0]).toBe(404);
      expect(await statusesOfJobs()).toEqual(['done after 15']);
    });

    test('only one of two people who decide a dead job at the same time succeeds', async () => {
      const itemId = await insertDeadJob();
      const olga = await signInStaff(app, 'owner');
      const responses = await Promise.all([
        decideAs(app, fina, itemId, 'retry'),
        decideAs(app, olga, itemId, 'discard'),
      ]);
      expect(responses.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect(await loggedActions(app)).toHaveLength(1);
    });

    const dispute = (changes: Partial<ReversalEvent> = {}): ReversalEvent => ({
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
      movements: [],
      evidenceDueAt: new Date('2026-12-01T00:00:00.000Z'),
      ...changes,
    });
    const ids = async () => (await listItemsAs(app, fina)).map(({ id }) => id);

    test('disputes come first, the most urgent one at the top', async () => {
      await insertDeadJob();
      await applyReversal(app.deps, dispute(), false);
      const urgent = new Date('2026-11-25T00:00:00.000Z');
      const other = { eventId: 'evt_2', reversalId: 'dp_2', paymentId: 'pi_2', evidenceDueAt: urgent };
      await applyReversal(app.deps, dispute(other), false);
      const decided = { eventId: 'evt_3', reversalId: 'dp_3', paymentId: 'pi_3', evidenceDueAt: null } as const;
      await applyReversal(app.deps, dispute({ ...decided, fact: 'lost' }), false);
      await applyReversal(
        app.deps,
        dispute({ ...decided, eventId: 'evt_4', reversalId: 'dp_4', fact: 'noted' }),
        false,
      );
      expect(await listItemsAs(app, fina)).toMatchObject([
        { id: 'dispute:stripe:dp_2', evidenceDueAt: urgent.toISOString(), amount: 5.24, ids: ['dp_2', 'pi_2'] },
        { id: 'dispute:stripe:dp_1', evidenceDueAt: '2026-12-01T00:00:00.000Z' },
        { kind: 'job' },
      ]);
    });

    test('a resolved dispute comes back when its provider reports something new', async () => {
      await applyReversal(app.deps, dispute(), false);
      const itemId = 'dispute:stripe:dp_1';
      expect(await decideAs(app, fina, itemId, 'refund')).toMatchObject([409, { code: 'action_not_offered' }]);
      expect(await decideAs(app, fina, itemId, 'dismiss', 'Evidence sent')).toEqual(done('dismissed'));
      expect(await decideAs(app, fina, itemId, 'dismiss')).toMatchObject([409, { code: 'already_resolved' }]);
      expect(await ids()).toEqual([]);
      app.clock.advance(1000);
      await applyReversal(app.deps, dispute({ eventId: 'evt_2' }), false);
      expect(await ids()).toEqual([itemId]);
      await applyReversal(app.deps, dispute({ eventId: 'evt_3', fact: 'lost', evidenceDueAt: null }), false);
      expect(await ids()).toEqual([]);
    });

    const insertRun = (id: string, unknownAtProvider: readonly string[]) =>
      db()
        .write.insertInto('reconciliation_runs')
        .values({
          id,
          scope: 'recent',
          status: 'finished',
          since: '2026-11-20T00:00:00.000Z',
          started_at: app.clock.now().toISOString(),
          finished_at: app.clock.now().toISOString(),
          result: JSON.stringify({ unknownAtProvider }),
        })
        .execute();

    test('a refund that the provider does not list needs review until someone dismisses it', async () => {
      const [donation] = await insertPastDonations(app.deps, [{}]);
      const payment = { provider: 'stripe', reversal_id: 're_1', kind: 'refund', payment_id: 'pi_1' } as const;
      const taken = {
        amount_minor: 200,
        currency: 'CAD',
        taken_minor: 200,
        subtotal_minor: 182,
        service_fee_minor: 18,
      } as const;
      const state = { status: 'taken', is_active: 1, is_itemized: 0, loss_minor: 0, postings: 1 } as const;
      const at = app.clock.now().toISOString();
      await db()
        .write.insertInto('reversals')
        .values({ ...payment, ...taken, ...state, intent_id: donation!.intent_id, occurred_at: at, updated_at: at })
        .execute();
      await insertRun('rec_1', ['re_1']);
      expect(await listItemsAs(app, fina)).toMatchObject([
        {
          id: 'difference:re_1',
          reasons: ['unlisted_refund'],
          ids: ['re_1', 'pi_1'],
          amount: 2,
          donationId: donation!.id,
          actions: ['dismiss'],
        },
      ]);
      expect(await decideAs(app, fina, 'difference:re_1', 'dismiss', 'Of an old account')).toEqual(done('dismissed'));
      expect(await ids()).toEqual([]);
    });

    test('a difference from the provider stays resolved, even though each reconciliation finds it', async () => {
      const intent = await openIntent(app);
      await insertRun('rec_1', [intent.id]);
      const itemId = `difference:${intent.id}`;
      expect(await listItemsAs(app, fina)).toMatchObject([
        { id: itemId, kind: 'difference', amount: 5.24, donationId: intent.donation_id, actions: ['dismiss'] },
      ]);
      expect(await decideAs(app, fina, itemId, 'dismiss', 'Paid, Stripe lost it')).toEqual(done('dismissed'));
      app.clock.advance(1000);
      await insertRun('rec_2', [intent.id]);
      expect(await ids()).toEqual([]);
      expect((await decideAs(app, fina, itemId, 'dismiss'))[0]).toBe(409);
      expect((await decideAs(app, fina, 'difference:int_unknown', 'dismiss'))[0]).toBe(404);
    });
  });
});
