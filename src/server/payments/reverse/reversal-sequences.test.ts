import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { shuffle } from '#test/support/app/shuffle.ts';
import { deliverAll, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { reversalRecords } from '#test/support/payments/reversal-records.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const chargeMinor = 524;

/** The refunds and disputes of a payment at the provider. Amounts are in percent of the charge. */
const sequence = fc.record({
  refunds: fc.array(fc.record({ percent: fc.integer({ min: 1, max: 60 }), fails: fc.boolean() }), { maxLength: 4 }),
  disputes: fc.array(
    fc.record({
      withdrawnPercent: fc.integer({ min: 1, max: 160 }),
      /** The returned amounts, in order. */
      returnedPercents: fc.array(fc.integer({ min: 1, max: 70 }), { maxLength: 3 }),
      isInquiryFirst: fc.boolean(),
      end: fc.constantFrom('needs_response', 'under_review', 'won', 'lost', 'prevented'),
    }),
    { maxLength: 2 },
  ),
});

/** The order in which the messages arrive. */
const delivery = fc.record({
  seed: fc.integer({ min: 1 }),
  repeated: fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
  isAtOnce: fc.boolean(),
});

type Sequence = typeof sequence extends fc.Arbitrary<infer Value> ? Value : never;

const minorOf = (percent: number): number => Math.max(1, Math.floor((chargeMinor * percent) / 100));

/** Returns all messages about a payment, and the balance that it leaves at the provider. */
function simulate(intent: DonationIntentRow, { refunds, disputes }: Sequence) {
  const messages: Record<string, unknown>[] = [];
  let balanceMinor = chargeMinor;
  let refundableMinor = chargeMinor;
  for (const [index, { percent, fails }] of refunds.entries()) {
    const amountMinor = Math.min(minorOf(percent), refundableMinor);
    if (amountMinor === 0) continue;
    const id = `re_${index}_${intent.id}`;
    messages.push(refundMessage(intent, 'created', { id, amountMinor }));
    if (fails) messages.push(refundMessage(intent, 'failed', { id, amountMinor, status: 'failed' }));
    else {
      refundableMinor -= amountMinor;
      balanceMinor -= amountMinor;
    }
  }
  for (const [index, { withdrawnPercent, returnedPercents, isInquiryFirst, end }] of disputes.entries()) {
    const id = `du_${index}_${intent.id}`;
    const movedMinor = [-minorOf(withdrawnPercent)];
    const report = (change: string, status: string) => {
      const eventId = `evt_${messages.length}_${intent.id}`;
      messages.push(disputeMessage(intent, change, { id, eventId, status, movedMinor: [...movedMinor] }));
    };
    if (isInquiryFirst) {
      const eventId = `evt_inquiry_${id}`;
      messages.push(disputeMessage(intent, 'created', { id, eventId, status: 'warning_needs_response' }));
    }
    report('funds_withdrawn', 'needs_response');
    for (const percent of returnedPercents) {
      movedMinor.push(minorOf(percent));
      report('funds_reinstated', 'under_review');
    }
    report('closed', end);
    balanceMinor += movedMinor.reduce((sum, moved) => sum + moved, 0);
  }
  return { messages, balanceMinor };
}

forEachDatabase((engine) => {
  describe('any sequence of refunds and disputes', () => {
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
    });
    afterAll(() => app.close());

    const reversed = async (intentId: string) => {
      const rows = await app.deps.db.read
        .selectFrom('reversals')
        .select(['subtotal_minor', 'service_fee_minor'])
        .where('intent_id', '=', intentId)
        .execute();
      return rows.reduce((sum, row) => sum + row.subtotal_minor + row.service_fee_minor, 0);
    };
    const balanceOf = async (intentId: string) => (await reversalRecords(app.deps, intentId)).accounts;

    test('delivered in any order, repeated, one by one or at the same time, is booked exactly', async () => {
      await fc.assert(
        fc.asyncProperty(sequence, delivery, async (drawn, { seed, repeated, isAtOnce }) => {
          const intent = await openIntent(app);
          const { messages, balanceMinor } = simulate(intent, drawn);
          const sent = shuffle([paidWithPayment(intent), ...messages], seed);
          const all = [...sent, ...repeated.map((index) => sent[index % sent.length]!)];
          await deliverAll(app, all, isAtOnce);
          const accounts = await balanceOf(intent.id);
          expect(
            Object.values(accounts).reduce((sum, minor) => sum + minor, 0),
            'sum of the accounts',
          ).toBe(0);
          expect(accounts['clearing:stripe'], 'held by the provider').toBe(balanceMinor);
          expect([accounts['charity:6'], accounts['service_fee_income']].every((owed = 0) => owed <= 0)).toBe(true);
          const remaining = 0 - (accounts['charity:6'] ?? 0) - (accounts['service_fee_income'] ?? 0);
          expect(remaining, 'left of the payment').toBe(chargeMinor - (await reversed(intent.id)));
          expect(remaining).toBe(Math.min(chargeMinor, Math.max(0, chargeMinor - takenMinor(drawn))));
        }),
        { numRuns: 60 },
      );
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      const open = app.deps.db.read.selectFrom('quarantined_events').selectAll().where('resolved_at', 'is', null);
      expect(await open.execute()).toEqual([]);
    });
  });
});

/** Returns the amount that refunds and disputes have taken; a dispute that returned more than it withdrew has taken nothing. */
function takenMinor({ refunds, disputes }: Sequence): number {
  let refundedMinor = 0;
  for (const { percent, fails } of refunds) {
    if (!fails) refundedMinor += Math.min(minorOf(percent), chargeMinor - refundedMinor);
  }
  const disputed = disputes.map(({ withdrawnPercent, returnedPercents }) =>
    Math.max(0, minorOf(withdrawnPercent) - returnedPercents.reduce((sum, percent) => sum + minorOf(percent), 0)),
  );
  return refundedMinor + disputed.reduce((sum, minor) => sum + minor, 0);
}
