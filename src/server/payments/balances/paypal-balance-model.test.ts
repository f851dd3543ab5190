import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { payWithPayPal } from '#test/support/payments/paypal-calls.ts';
import { clearingBalance } from '#test/support/payments/provider-records.ts';
import { unexplainedIn } from './compare-balance.ts';

const storyCount = 8;

const hourSeconds = 60 * 60;

const which = fc.nat(9);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('pay' as const), isCheck: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 80 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), which, minor: fc.integer({ min: 1, max: 524 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('dispute' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('decide' as const), which, isWon: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('hold' as const), minor: fc.integer({ min: 1, max: 900 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('withdraw' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('returnWithdrawal' as const), which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reconcile' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('loseMessages' as const) }) },
);
const steps = fc.array(step, { minLength: 2, maxLength: 8 });

type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never;

forEachDatabase((engine) => {
  describe('after any changes of the balance at PayPal', () => {
    let world: AppWithSandbox;
    let disputes: string[] = [];
    let heldMinor = 0;

    beforeAll(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterAll(() => world.close());

    const pick = <Item>(items: readonly Item[], index: number): Item | undefined => items[index % items.length];

    /** Ignores a refusal by the sandbox, such as that of a refund of more than is left. */
    const tryTo = async <Result>(work: () => Promise<Result>): Promise<Result | undefined> =>
      work().catch(() => undefined);

    const pickCapture = async (index: number): Promise<string> =>
      pick(await world.control.readCaptures(), index)?.captureId ?? '';

    const take = async (drawn: Step): Promise<unknown> => {
      const { control } = world;
      switch (drawn.kind) {
        case 'pay':
          return payWithPayPal(world, drawn.isCheck ? 'echeck' : 'balance');
        case 'advance':
          return world.advance(drawn.hours * hourSeconds);
        case 'refund':
          return tryTo(async () => control.refundCapture(await pickCapture(drawn.which), drawn.minor));
        case 'dispute': {
          const opened = await tryTo(async () => control.openPayPalDispute(await pickCapture(drawn.which)));
          return opened && disputes.push(opened.disputeId);
        }
        case 'decide': {
          const disputeId = pick(disputes, drawn.which);
          return disputeId && control.decidePayPalDispute(disputeId, drawn.isWon ? 'seller' : 'buyer');
        }
        case 'hold':
          heldMinor += drawn.minor;
          return control.changePayPalBalance('T2101', -drawn.minor);
        case 'withdraw':
          return control.withdraw();
        case 'returnWithdrawal': {
          const withdrawal = pick(await control.readWithdrawals(), drawn.which);
          return withdrawal && control.returnWithdrawal(withdrawal.withdrawalId);
        }
        case 'reconcile':
          return reconcile(world.app.deps, 'recent');
        case 'loseMessages':
          return control.armWebhookFault({ kind: 'drop', eventTypes: null, times: 3 });
      }
    };

    /** Withdraws to the bank, after as many payments as the balance needs. */
    const fundAndWithdraw = async (): Promise<string> => {
      await world.control.changePayPalBalance('T2102', heldMinor);
      heldMinor = 0;
      do await payWithPayPal(world);
      while (((await world.control.readPayPalBalance())['cad'] ?? 0) <= 0);
      await world.advance(hourSeconds);
      const { withdrawals } = await world.control.withdraw();
      return withdrawals[0]?.withdrawalId ?? '';
    };

    const expectEqualBooks = async (): Promise<void> => {
      const { app, control } = world;
      const held = { cad: 0, ...(await control.readPayPalBalance()) };
      expect({ cad: 0, ...(await clearingBalance(app.deps, 'paypal')) }).toEqual(held);
      const latest = await app.deps.db.read
        .selectFrom('balance_comparisons')
        .selectAll()
        .where('provider', '=', 'paypal')
        .orderBy('compared_at', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow();
      expect(latest).toMatchObject({ pending_minor: heldMinor, ledger_minor: held.cad, unbooked_minor: 0 });
      expect(unexplainedIn(latest).amountMinor).toBe(0);
    };

    test(
      'a reconciliation makes the clearing account match the balance',
      { timeout: storyCount * 30_000 },
      async () => {
        await fc.assert(
          fc.asyncProperty(steps, steps, steps, async (before, between, after) => {
            disputes = [];
            for (const drawn of before) await take(drawn);
            const withdrawalId = await fundAndWithdraw();
            for (const drawn of between) await take(drawn);
            await world.control.returnWithdrawal(withdrawalId);
            for (const drawn of after) await take(drawn);
            await world.control.clearFaults();
            await world.advance(5 * 24 * hourSeconds); // eChecks clear
            await world.advance(4 * hourSeconds); // the report covers everything
            await reconcile(world.app.deps, 'recent');
            await expectEqualBooks();
            expect(await world.discrepancies()).toEqual([]);
            const { read } = world.app.deps.db;
            const movements = read.selectFrom('provider_movements').select('kind');
            expect(await movements.where('ledger_cause', 'is', null).execute()).toEqual([]);
            const returned = read.selectFrom('provider_payouts').select('status').where('payout_id', '=', withdrawalId);
            expect(await returned.execute()).toEqual([{ status: 'failed' }]);
          }),
          { numRuns: storyCount },
        );
      },
    );
  });
});
