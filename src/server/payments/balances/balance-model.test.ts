import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';
import { unexplainedIn } from './compare-balance.ts';

const storyCount = 10;

const hourSeconds = 60 * 60;

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 80 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(9),
      minor: fc.integer({ min: 1, max: 524 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failRefund' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dispute' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide' as const), which: fc.nat(9), isWon: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('payOut' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('failPayout' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loseMessages' as const) }) },
);

const steps = fc.array(step, { minLength: 2, maxLength: 8 });

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

forEachDatabase((engine) => {
  describe('after any changes of the balance at Stripe', () => {
    let world: AppWithSandbox;
    let refunds: string[] = [];
    let disputes: string[] = [];

    beforeAll(async () => {
      world = await startAppWithSandbox(engine);
      await reconcile(world.app.deps, 'recent'); // like the server at its start; later runs continue from this one
    });
    afterAll(() => world.close());

    const pick = <Item>(items: readonly Item[], which: number): Item | undefined => items[which % items.length];

    /** Ignores a refusal by the sandbox, such as that of a refund of more than is left. */
    const tryTo = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
      work().catch(() => undefined);

    const take = async (drawn: Step): Promise<unknown> => {
      const { control } = world;
      switch (drawn.kind) {
        case 'pay':
          return world.pay();
        case 'advance':
          return world.advance(drawn.hours * hourSeconds);
        case 'refund': {
          const payment = pick(await control.readPayments(), drawn.which);
          const made = payment && (await tryTo(() => control.refund(payment.paymentIntentId, drawn.minor)));
          return made && refunds.push(made.refundId);
        }
        case 'failRefund': {
          const refundId = pick(refunds, drawn.which);
          return refundId && control.failRefund(refundId);
        }
        case 'dispute': {
          const payment = pick(await control.readPayments(), drawn.which);
          const opened = payment && (await tryTo(() => control.openDispute(payment.paymentIntentId)));
          return opened && disputes.push(opened.disputeId);
        }
        case 'decide': {
          const disputeId = pick(disputes, drawn.which);
          return disputeId && control.decideDispute(disputeId, drawn.isWon ? 'won' : 'lost');
        }
        case 'payOut':
          return control.payOut();
        case 'failPayout': {
          const payout = pick(await control.readPayouts(), drawn.which);
          return payout && control.failPayout(payout.payoutId);
        }
        case 'reconcile':
          return reconcile(world.app.deps, 'recent');
        case 'loseMessages':
          return control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 3 });
      }
    };

    /** Pays out to the bank, after as many payments as the balance needs. */
    const fundAndPayOut = async (): Promise<string> => {
      await world.pay();
      while (((await world.control.readBalance())['cad'] ?? 0) <= 0) await world.pay();
      await world.advance(72 * hourSeconds);
      const { payouts } = await world.control.payOut();
      return payouts[0]?.payoutId ?? '';
    };

    const countReturned = async (): Promise<number> => {
      const payouts = world.app.deps.db.read.selectFrom('provider_payouts').select('payout_id');
      return (await payouts.where('return_movement_id', 'is not', null).execute()).length;
    };

    const expectEqualBooks = async (): Promise<void> => {
      const { app, control } = world;
      const held = await control.readBalance();
      const books = await clearingBalance(app.deps);
      expect({ cad: 0, ...books }).toEqual({ cad: 0, ...held });
      const latest = await app.deps.db.read
        .selectFrom('balance_comparisons')
        .selectAll()
        .orderBy('compared_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!latest) return;
      expect(unexplainedIn(latest).amountMinor).toBe(0);
      if (latest.as_of === latest.compared_at)
        expect(latest.available_minor + latest.pending_minor).toBe(held['cad'] ?? 0);
    };

    test(
      'a reconciliation makes the clearing account match the balance',
      { timeout: storyCount * 30_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(steps, steps, steps, async (before, between, after) => {
            refunds = [];
            disputes = [];
            const returnedBefore = await countReturned();
            for (const drawn of before) await take(drawn);
            const payoutId = await fundAndPayOut();
            for (const drawn of between) await take(drawn);
            await world.control.failPayout(payoutId);
            for (const drawn of after) await take(drawn);
            await world.control.clearFaults();
            await world.sandbox.sandbox.webhooks.whenIdle();
            await world.advance(hourSeconds);
            await reconcile(world.app.deps, 'recent');
            await expectEqualBooks();
            expect(await countReturned()).toBeGreaterThan(returnedBefore);
            expect(await world.discrepancies()).toEqual([]);
            const movements = world.app.deps.db.read.selectFrom('provider_movements').select('kind');
            expect(await movements.where('ledger_cause', 'is', null).execute()).toEqual([]);
          }),
          { numRuns: storyCount },
        );
      },
    );
  });
});
