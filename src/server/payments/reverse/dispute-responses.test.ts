import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { moveMoney, openDispute, reportDispute } from '#test/support/reversals/payment-changes.ts';
import { disputeFeeMinor, type ModeledDispute, type ModeledPayment } from '#test/support/reversals/payment.ts';
import { startReversalWorld, type ReversalWorld } from '#test/support/reversals/world.ts';
import { reconcile } from '../reconcile/reconcile.ts';

type Wire = Record<string, unknown>;

/** A false response: its change of the true one, and the reason for which it is quarantined. */
type Lie = readonly [what: string, change: (truth: Wire) => { status?: number; body: unknown }, reason: string];

const idField = { stripe: 'id', paypal: 'dispute_id' } as const;
const listField = { stripe: 'balance_transactions', paypal: 'money_movements' } as const;

const liesOf = (provider: ModeledPayment['provider']): readonly Lie[] => [
  [
    'that call it unknown',
    () => ({ status: 404, body: { error: { type: 'invalid_request_error' } } }),
    'unknown_dispute',
  ],
  ['without an id', (truth) => ({ body: { ...truth, [idField[provider]]: undefined } }), 'unreadable'],
  ['with an unknown status', (truth) => ({ body: { ...truth, status: 'PONDERED' } }), 'unknown_status'],
  [
    'with a new movement but without the first one',
    (truth) => ({ body: { ...truth, [listField[provider]]: (truth[listField[provider]] as unknown[]).slice(-1) } }),
    'sums_differ',
  ],
];

forEachDatabase((engine) => {
  describe.each(['stripe', 'paypal'] as const)('the responses of %s about a dispute', (provider) => {
    let world: ReversalWorld;
    let payment: ModeledPayment;

    beforeAll(async () => {
      world = await startReversalWorld(engine);
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      payment = await world.pay(provider);
      await arrive();
    });

    /** Delivers every message that has not arrived. */
    const arrive = async (): Promise<void> => {
      for (const message of payment.messages.splice(0)) expect(await world.deliver(payment, message)).toBe(200);
    };
    const books = async () => {
      const accounts = await world.readBooks(payment);
      return { held: accounts[`clearing:${provider}`], fees: accounts['processing_fees'] ?? 0 };
    };
    const feeMinor = disputeFeeMinor[provider];
    const truthAbout = (dispute: ModeledDispute) => world.providers.responseOf(payment, dispute);
    const rowOf = ({ id }: ModeledDispute) =>
      world.app.deps.db.read
        .selectFrom('reversals')
        .selectAll()
        .where('reversal_id', '=', id)
        .executeTakeFirstOrThrow();
    /** Reads the count from the metric. */
    const quarantinedCount = async () => {
      const { values } = await world.app.deps.metrics.paymentEvents.get();
      return values.reduce((sum, { labels, value }) => sum + (labels.outcome === 'quarantined' ? value : 0), 0);
    };
    const waiting = async () => (await world.quarantined()).filter(({ detail }) => detail.includes(payment.intent.id));

    test.each(liesOf(provider))(
      '%s are quarantined with an alarm, and nothing is booked',
      async (_what, lie, reason) => {
        const dispute = openDispute(payment, { withdrawnMinor: 524 });
        await arrive();
        expect(await books()).toEqual({ held: 0 - feeMinor, fees: feeMinor });
        moveMoney(payment, dispute, 100);
        reportDispute(payment, dispute);
        world.providers.nextResponses.push(lie(truthAbout(dispute).body as Wire));
        const seen = world.app.logged.length;
        const counted = await quarantinedCount();
        await arrive();
        expect(await books()).toEqual({ held: 0 - feeMinor, fees: feeMinor });
        expect(await quarantinedCount()).toBe(counted + 1);
        expect(await waiting()).toMatchObject([{ provider, reason }]);
        const alarms = world.app.logged.slice(seen).filter(({ level }) => level === 50);
        expect(alarms).toEqual([
          expect.objectContaining({ msg: expect.stringContaining('quarantined; needs review') }),
        ]);
        await reconcile(world.app.deps, 'recent');
        expect(await books(), 'the truth is booked').toEqual({ held: 100 - feeMinor, fees: feeMinor });
        const isAboutMessage = reason === 'unknown_status' || reason === 'sums_differ';
        expect(await waiting(), 'what is now explained is resolved').toHaveLength(isAboutMessage ? 1 : 0);
      },
    );

    test('with an unknown status book no fee', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524 });
      world.providers.nextResponses.push({ body: { ...(truthAbout(dispute).body as Wire), status: 'PONDERED' } });
      await arrive();
      const held = provider === 'paypal' ? 0 : 524; // PayPal reports the withdrawal as a reversed capture too
      expect(await books()).toEqual({ held, fees: 0 });
    });

    test('that differ for a message that arrives twice at the same time are both booked', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524 });
      const before = truthAbout(dispute);
      moveMoney(payment, dispute, 200);
      dispute.stage = 'lost';
      const { nextResponses } = world.providers;
      nextResponses.push(truthAbout(dispute));
      const bothAsked = vi.waitUntil(() => nextResponses.length === 0, { timeout: 120_000 });
      nextResponses.unshift({ ...before, after: bothAsked }); // otherwise the second message could find the first one applied
      const named = payment.messages.splice(0).at(-1) ?? {};
      await Promise.all([world.deliver(payment, named), world.deliver(payment, named)]);
      expect(await books()).toEqual({ held: 200 - feeMinor, fees: feeMinor });
      expect(await rowOf(dispute)).toMatchObject({ status: 'lost' });
    });

    test('say lost after won: the dispute is lost, and the money is gone again', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524 });
      moveMoney(payment, dispute, 524);
      dispute.stage = 'won';
      await arrive();
      expect(await rowOf(dispute)).toMatchObject({ status: 'returned', is_active: 0 });
      moveMoney(payment, dispute, -524);
      dispute.stage = 'lost';
      reportDispute(payment, dispute);
      await arrive();
      expect(await rowOf(dispute)).toMatchObject({ status: 'lost', is_active: 1 });
    });

    test('say won before the money is back: it counts as taken until then', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524 });
      dispute.stage = 'won';
      await arrive();
      expect(await rowOf(dispute)).toMatchObject({ status: 'taken', is_active: 1 });
      moveMoney(payment, dispute, 524);
      reportDispute(payment, dispute);
      await arrive();
      expect(await rowOf(dispute)).toMatchObject({ status: 'returned', is_active: 0 });
    });

    test('about a payment that settles later book the fee of a lost dispute too', async () => {
      payment = await world.pay(provider);
      const [paid = {}] = payment.messages.splice(0);
      openDispute(payment, { withdrawnMinor: 524 }).stage = 'lost';
      await arrive();
      payment.messages.push(paid);
      await arrive();
      await reconcile(world.app.deps, 'recent');
      expect(await books()).toEqual({ held: 0 - feeMinor, fees: feeMinor });
    });
  });

  describe('PayPal’s disputes that list no movements', () => {
    let world: ReversalWorld;
    let payment: ModeledPayment;

    beforeAll(async () => {
      world = await startReversalWorld(engine);
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      payment = await world.pay('paypal');
    });

    const responseAbout = (dispute: ModeledDispute) => world.providers.responseOf(payment, dispute).body as Wire;
    const held = async () => {
      for (const message of payment.messages) expect(await world.deliver(payment, message)).toBe(200);
      return (await world.readBooks(payment))['clearing:paypal'];
    };

    test('give back only the disputed amount when one is decided for us and another is lost', async () => {
      openDispute(payment, { withdrawnMinor: 200, lists: 'nothing' }).stage = 'won';
      openDispute(payment, { withdrawnMinor: 300, lists: 'nothing' }).stage = 'lost';
      expect(await held()).toBe(224);
    });

    test('give back their amount even next to a dispute that lists its withdrawal', async () => {
      openDispute(payment, { withdrawnMinor: 200, lists: 'everything' }).stage = 'lost';
      openDispute(payment, { withdrawnMinor: 300, lists: 'nothing' }).stage = 'won';
      expect(await held()).toBe(324 - disputeFeeMinor.paypal);
    });

    test('give back the part that the payer did not get when they are lost in part', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524, lists: 'nothing' });
      moveMoney(payment, dispute, 324);
      dispute.stage = 'lost';
      expect(await held()).toBe(324);
      expect(await world.quarantined()).toEqual([]);
    });

    test('keep the newest decision when a response from before an appeal comes late', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524, lists: 'nothing' });
      dispute.stage = 'lost';
      const decided = (at: string) => ({ body: { ...responseAbout(dispute), update_time: at } });
      const before = decided('2026-04-01T12:00:00Z');
      moveMoney(payment, dispute, 324);
      reportDispute(payment, dispute);
      world.providers.nextResponses.push(decided('2026-05-01T12:00:00Z'), before);
      expect(await held()).toBe(324);
      await reconcile(world.app.deps, 'recent');
      expect((await world.readBooks(payment))['clearing:paypal']).toBe(324);
    });

    test('follow a decision that changes while only a fee is listed', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524, lists: 'nothing' });
      dispute.stage = 'lost';
      const fee = {
        affected_party: 'SELLER',
        type: 'DEBIT',
        reason: 'CHARGEBACK_FEE',
        initiated_time: '2026-03-05T12:00:00Z',
        amount: { currency_code: 'CAD', value: '20.00' },
      };
      const respond = (at: string) => ({
        ...responseAbout(dispute),
        update_time: at,
        money_movements: [fee],
      });
      world.providers.nextResponses.push({ body: respond('2026-04-01T12:00:00Z') });
      expect(await held()).toBe(-2000);
      for (const [minor, at] of [
        [100, '2026-05-01T12:00:00Z'],
        [224, '2026-06-01T12:00:00Z'],
      ] as const) {
        moveMoney(payment, dispute, minor);
        const truth = { body: respond(at) };
        world.providers.nextResponses.push(truth, truth, truth);
        await reconcile(world.app.deps, 'recent');
        world.providers.nextResponses.length = 0;
      }
      expect((await world.readBooks(payment))['clearing:paypal']).toBe(324 - 2000);
    });

    test.each([
      ['nothing', { currency_code: 'CAD', value: '0.00' }],
      ['an amount in another currency', { currency_code: 'USD', value: '2.00' }],
      ['an unreadable amount', { currency_code: 'CAD', value: '2.0.0' }],
    ])('are quarantined when they are lost but refunded %s', async (_what, refunded) => {
      const dispute = openDispute(payment, { withdrawnMinor: 524, lists: 'nothing' });
      dispute.stage = 'lost';
      const outcome = { outcome_code: 'RESOLVED_BUYER_FAVOUR', amount_refunded: refunded };
      world.providers.nextResponses.push({ body: { ...responseAbout(dispute), dispute_outcome: outcome } });
      expect(await held()).toBe(0);
      const reasons = (await world.quarantined()).filter(({ detail }) => detail.includes(dispute.id));
      expect(reasons).toMatchObject([{ reason: 'sums_differ' }]);
    });

    test('give back nothing when only an inquiry was canceled', async () => {
      openDispute(payment, { withdrawnMinor: 0 }).stage = 'inquiry_closed';
      openDispute(payment, { withdrawnMinor: 524, lists: 'nothing' }).stage = 'lost';
      expect(await held()).toBe(0);
    });

    test('raise an alarm when a later message leaves a return without its withdrawal', async () => {
      const dispute = openDispute(payment, { withdrawnMinor: 524, lists: 'returns' });
      moveMoney(payment, dispute, 524);
      expect(await held()).toBe(524);
      const reversed = payment.messages.find(({ event_type: type }) => type === 'PAYMENT.CAPTURE.REVERSED') ?? {};
      const resource = { ...(reversed['resource'] as Wire), status: 'CANCELLED' };
      const seen = world.app.logged.length;
      await world.deliver(payment, { ...reversed, id: 'WH-CANCELED', resource });
      expect(world.app.logged.slice(seen)).toContainEqual(
        expect.objectContaining({ level: 50, reversalId: dispute.id, reason: 'sums_differ' }),
      );
    });
  });

  test(`one unreadable dispute in Stripe’s list does not stop the reconciliation, on ${engine}`, async () => {
    const world = await startReversalWorld(engine);
    const payment = await world.pay('stripe');
    await world.deliver(payment, payment.messages[0] ?? {});
    const broken = openDispute(payment, { withdrawnMinor: 100 });
    openDispute(payment, { withdrawnMinor: 300 });
    const truth = world.providers.responseOf;
    world.providers.responseOf = (of, dispute) =>
      dispute === broken ? { body: { id: broken.id, object: 'dispute' } } : truth(of, dispute);
    expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, quarantined: 1, feesBooked: 1 });
    expect(await world.quarantined()).toMatchObject([{ event_id: `unreadable:${broken.id}`, reason: 'unreadable' }]);
    world.providers.responseOf = truth;
    expect(await reconcile(world.app.deps, 'recent')).toMatchObject({ healed: 1, quarantined: 0, feesBooked: 1 });
    expect(await world.quarantined()).toEqual([]);
    expect((await world.readBooks(payment))['clearing:stripe']).toBe(124 - 2 * disputeFeeMinor.stripe);
    await world.close();
  });
});
