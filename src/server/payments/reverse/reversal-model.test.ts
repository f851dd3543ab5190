import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { finish, reversalCommands, scenarioCount, type Scenario } from '#test/support/reversals/commands.ts';
import { disputeFeesMinor, netMinor, takenMinor, type ModeledPayment } from '#test/support/reversals/payment.ts';
import { startReversalWorld, type ReversalWorld } from '#test/support/reversals/world.ts';

forEachDatabase((engine) => {
  describe.each(['stripe', 'paypal'] as const)('after any refunds and disputes of a payment at %s', (provider) => {
    let world: ReversalWorld;

    beforeAll(async () => {
      world = await startReversalWorld(engine);
    });
    afterAll(() => world.close());

    test('the ledger matches the balance', { timeout: scenarioCount * 30_000 }, async () => {
      const commands = fc.commands(reversalCommands, { maxCommands: 16, size: 'max' });
      await fc.assert(
        fc.asyncProperty(commands, fc.boolean(), async (drawn, areMessagesLost) => {
          const payment = await world.pay(provider);
          const scenario: Scenario = { world, payment, arrived: new Set() };
          await fc.asyncModelRun(() => ({ model: scenario, real: scenario }), drawn);
          await finish(scenario, areMessagesLost);
          const books = await world.readBooks(payment);
          const { charge_total_minor: totalMinor } = payment.intent;
          const remainingMinor = Math.max(0, totalMinor - takenMinor(payment));
          expect(books['clearing:' + provider] ?? 0).toBe(totalMinor - takenMinor(payment) - disputeFeesMinor(payment));
          expect(books['processing_fees'] ?? 0).toBe(disputeFeesMinor(payment));
          expect(0 - (books['charity:6'] ?? 0) - (books['service_fee_income'] ?? 0)).toBe(remainingMinor);
          expect(books['dispute_losses'] ?? 0).toBe(takenMinor(payment) - totalMinor + remainingMinor);
          await expectStatuses(payment);
          await expectMails(payment);
          expect(await world.quarantined()).toEqual([]);
        }),
        { numRuns: scenarioCount },
      );
    });

    /** Expects that no status contradicts the money. */
    const expectStatuses = async ({ disputes }: ModeledPayment): Promise<void> => {
      for (const dispute of disputes) {
        const rows = world.app.deps.db.read.selectFrom('reversals').selectAll();
        const { status } = await rows.where('reversal_id', '=', dispute.id).executeTakeFirstOrThrow();
        const isLost = dispute.stage === 'lost' || dispute.stage === 'prevented';
        if (dispute.lists === 'everything' && netMinor(dispute) > 0)
          expect(status).toMatch(isLost ? /^lost$/ : /^(taken|lost)$/);
        if (netMinor(dispute) === 0 && dispute.stage === 'won') expect(status).toBe('returned');
        if (netMinor(dispute) === 0 && dispute.stage === 'inquiry') expect(status).toBe('noted');
      }
    };

    /**
     * Expects at most one email to the donor about each movement. PayPal reports a withdrawal twice, as a reversed capture and
     * in its dispute. If there are two disputes, a withdrawal may cause a second email, because it can be unclear at first
     * which reversed capture belongs to which dispute.
     */
    const expectMails = async ({ intent, refunds, disputes }: ModeledPayment): Promise<void> => {
      const jobs = world.app.deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', 'reversal');
      const sent = (await jobs.execute()).map(({ payload }) => JSON.parse(payload) as Record<string, string>);
      const mails = (kind: string, direction: string) =>
        sent.filter(
          (mail) =>
            mail['donationId'] === intent.donation_id && mail['kind'] === kind && mail['direction'] === direction,
        ).length;
      const moved = disputes.flatMap(({ movedMinor }) => movedMinor);
      const withdrawals = moved.filter((minor) => minor < 0).length;
      const unclear = provider === 'paypal' && disputes.length > 1 ? withdrawals : 0;
      expect(mails('refund', 'taken')).toBeLessThanOrEqual(refunds.length);
      expect(mails('refund', 'returned')).toBeLessThanOrEqual(refunds.filter(({ hasFailed }) => hasFailed).length);
      expect(mails('dispute', 'taken')).toBeLessThanOrEqual(withdrawals + unclear);
      expect(mails('dispute', 'returned')).toBeLessThanOrEqual(moved.length - withdrawals + unclear);
    };
  });
});
