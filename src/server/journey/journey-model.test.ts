import fc, { type AsyncCommand } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StationName, StationState } from '#domain/journey/journey.ts';
import { confirmPayout } from '#server/payouts/index.ts';
import { findReadableDonation } from '#server/receipts/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { createStatementLink } from '#test/support/payouts/confirmation.ts';
import { modelCommands } from '#test/support/payouts/model-commands.ts';
import {
  payees,
  startPayoutModel,
  sum,
  type Batch,
  type TrackedDonation,
  type PayoutModel,
} from '#test/support/payouts/model.ts';
import { readJourney } from './read-journey.ts';

const stories = 12;

forEachDatabase((engine) => {
  describe('whatever is donated, refunded, disputed, paid, returned and confirmed', () => {
    let model: PayoutModel;
    /** Ids of the batches whose charity has confirmed the payout. */
    const confirmed = new Set<string>();

    beforeAll(async () => {
      model = await startPayoutModel(engine);
    });
    afterAll(() => model.close());

    test('the stations match the ledger and the payouts', { timeout: stories * 10_000 }, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.commands([...modelCommands, payOutCommand, payOutCommand, confirmCommand, returnCommand, refundCommand], {
            maxCommands: 30,
            size: 'max',
          }),
          async (commands) => {
            confirmed.clear();
            await model.reset();
            await fc.asyncModelRun(() => ({ model, real: model }), commands);
            for (const tracked of model.donations) await compareJourney(tracked);
          },
        ),
        { numRuns: stories },
      );
    });

    const paid = ({ batches }: PayoutModel): Batch[] => batches.filter(({ status }) => status === 'paid');

    const command = (
      name: string,
      canRun: (story: PayoutModel) => boolean,
      act: (story: PayoutModel) => Promise<void>,
    ): AsyncCommand<PayoutModel, PayoutModel> => ({
      check: canRun,
      run: async (story) => {
        await act(story);
        for (const tracked of story.donations) await compareJourney(tracked);
      },
      toString: () => name,
    });

    /** Donates and pays out in one command, because random commands alone rarely get as far as a payout. */
    const payOutCommand = fc.nat({ max: payees.length - 1 }).map((payee) =>
      command(
        `donate to ${payee} and pay it out`,
        () => true,
        async (story) => {
          await story.donate(payee, 5000);
          await story.wait(15);
          await story.create(payee);
          for (const batch of story.batches.filter(({ status }) => status === 'open')) await story.pay(batch);
        },
      ),
    );

    const confirmCommand = fc.nat({ max: 1000 }).map((number) =>
      command(
        `confirm batch ${number}`,
        (story) => paid(story).length > 0,
        async (story) => {
          const batch = paid(story)[number % paid(story).length]!;
          const { id } = await payoutsOf(batch.id).executeTakeFirstOrThrow();
          expect(await confirmPayout(story.app.deps, await createStatementLink(story.app, id))).toMatchObject({
            code: 'confirmed',
          });
          confirmed.add(batch.id);
        },
      ),
    );

    const returnCommand = fc.nat({ max: 1000 }).map((number) =>
      command(
        `return batch ${number}`,
        (story) => paid(story).length > 0,
        (story) => story.returnBatch(paid(story)[number % paid(story).length]!),
      ),
    );

    const leftOf = ({ donation, refunds }: TrackedDonation): number =>
      donation.amountMinor - sum(refunds.map(({ amountMinor }) => amountMinor));
    const unrefunded = ({ donations }: PayoutModel): TrackedDonation[] =>
      donations.filter((tracked) => leftOf(tracked) > 0);

    const refundCommand = fc.nat({ max: 1000 }).map((number) =>
      command(
        `refund the rest of gift ${number}`,
        (story) => unrefunded(story).length > 0,
        (story) => {
          const tracked = unrefunded(story)[number % unrefunded(story).length]!;
          return story.refund(tracked, leftOf(tracked));
        },
      ),
    );

    const payoutsOf = (batchId: string) =>
      model.app.deps.db.read.selectFrom('payouts').select('id').where('batch_id', '=', batchId);

    async function compareJourney(tracked: TrackedDonation): Promise<void> {
      const { hasArrived, stations } = await journeyOf(tracked);
      const state = Object.fromEntries(stations.map(({ name, state: one }) => [name, one])) as Record<
        StationName,
        StationState
      >;
      const left = leftOf(tracked);
      const isPaid = tracked.batch?.status === 'paid';
      const facts = {
        batch: tracked.batch !== undefined,
        sent: isPaid,
        received: isPaid && confirmed.has(tracked.batch?.id ?? ''),
      };
      for (const name of ['batch', 'sent', 'received'] as const) {
        if (left > 0) expect(state[name]).toBe(facts[name] ? 'done' : 'upcoming');
        else expect(['stopped', ...(facts[name] ? ['done'] : [])]).toContain(state[name]);
      }
      if (left === 0) expect(hasArrived).toBe(false);
      if (state.received === 'done') expect(await findCurrentPayouts(tracked)).toHaveLength(1);
    }

    async function journeyOf({ donation }: TrackedDonation) {
      const { deps } = model.app;
      const { id } = await deps.db.read
        .selectFrom('donations')
        .select('id')
        .where('intent_id', '=', donation.intentId)
        .executeTakeFirstOrThrow();
      return readJourney(deps, (await findReadableDonation(deps.db.read, id, null))!);
    }

    /** Finds the payouts of a donation that are in the ledger and were not returned. */
    async function findCurrentPayouts({ donation }: TrackedDonation): Promise<string[]> {
      const { read } = model.app.deps.db;
      const causes = (await read.selectFrom('ledger_transactions').select('cause').execute()).map(({ cause }) => cause);
      const covering = await read
        .selectFrom('payable_entries')
        .select('payout_id')
        .where('intent_id', '=', donation.intentId)
        .where('is_reversal', '=', 0)
        .execute();
      return covering
        .map(({ payout_id: id }) => id ?? '')
        .filter((id) => causes.includes(`payout:${id}`) && !causes.includes(`payout_return:${id}`));
    }
  });
});
