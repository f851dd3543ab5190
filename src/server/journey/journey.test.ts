import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { JourneyResponse } from '#contract/journey.ts';
import { payoutProof } from '#contract/public/log.ts';
import { checkPayoutProof } from '#domain/public-log/payout-proof.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { claimDonation } from '#server/donations/index.ts';
import { confirmPayout, copyPayableEntries } from '#server/payouts/index.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { payIntents } from '#test/support/payments/pay-intents.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { createStatementLink } from '#test/support/payouts/confirmation.ts';
import { proofTools } from '#test/support/public-log/proof-tools.ts';
import { payOut, recordReturn } from '#test/support/public-log/log-world.ts';

const charity = 'Food banks across Canada';

forEachDatabase((engine) => {
  describe('the journey of a donation', () => {
    let app: TestApp;
    let intent: DonationIntentRow;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      intent = await openIntent(app);
      await deliver(app, paidWithPayment(intent));
      await sequenceLog(app.deps);
    });
    afterEach(() => app.close());

    const get = (cookie?: string) =>
      call(app, { method: 'GET', url: `/api/donations/${intent.donation_id}/journey`, cookie });
    const getProof = () => call(app, { method: 'GET', url: `/api/donations/${intent.donation_id}/payout-proof` });
    const journey = async (): Promise<JourneyResponse> => (await get()).json();
    const states = async () => (await journey()).stations.map(({ state }) => state);
    const station = async (name: string) => (await journey()).stations.find((one) => one.name === name);
    const confirm = async (payoutId: string) => confirmPayout(app.deps, await createStatementLink(app, payoutId));

    test('has six stations, each with its time, its proof and an explanation', async () => {
      const payoutId = await payOut(app, 476);
      await sequenceLog(app.deps);
      await confirm(payoutId);
      const { hasArrived, stations, happenings } = await journey();
      expect({ hasArrived, happenings }).toEqual({ hasArrived: true, happenings: [] });
      expect(stations).toEqual([
        {
          name: 'paid',
          state: 'done',
          at: '2026-03-04T12:00:00.000Z',
          explanation: 'Your card payment was confirmed.',
          proof: [],
        },
        {
          name: 'books',
          state: 'done',
          at: '2026-03-04T12:00:00.000Z',
          explanation: `We entered it in our books, with CA$4.76 for ${charity}.`,
          proof: [{ name: 'Ledger transaction', value: expect.stringMatching(/^ltx_/) }],
        },
        {
          name: 'log',
          state: 'done',
          at: '2026-03-04T12:00:00.000Z',
          explanation: 'Your donation is in our public log, where no one can change it unnoticed.',
          proof: [
            { name: 'Leaf of our public log', value: '0' },
            { name: 'First tree head with it', value: '1 leaf, signed March 4, 2026, 12:00 UTC' },
          ],
        },
        {
          name: 'batch',
          state: 'done',
          at: '2026-03-24T12:00:00.000Z',
          explanation: `It is part of the payout to ${charity} in the batch of March 24, 2026.`,
          proof: [{ name: 'Payout', value: payoutId }],
        },
        {
          name: 'sent',
          state: 'done',
          at: '2026-03-24',
          explanation: `Our bank transferred the payout to ${charity}.`,
          proof: [
            { name: 'Bank reference', value: 'BANK-1' },
            { name: 'Leaf of our public log', value: '1' },
            { name: 'First tree head with it', value: '2 leaves, signed March 24, 2026, 12:00 UTC' },
            { name: 'Donations and refunds it names', value: '1' },
          ],
        },
        {
          name: 'received',
          state: 'done',
          at: '2026-03-24T12:00:00.000Z',
          explanation: `${charity} confirmed that the transfer has arrived.`,
          proof: [],
        },
      ]);
    });

    test('says why a donation waits: because of the hold, a dispute, or a missing batch', async () => {
      expect(await station('batch')).toMatchObject({
        state: 'current',
        explanation: expect.stringMatching(/^We hold donations for 14 days, .* from March 18, 2026 on\.$/),
      });
      app.clock.advance(14 * 24 * 60 * 60 * 1000);
      expect((await station('batch'))?.explanation).toMatch(/^We hold donations/);
      app.clock.advance(1);
      expect((await station('batch'))?.explanation).toBe(
        'It is old enough to be paid out, and waits for the next batch.',
      );
      await deliver(app, disputeMessage(intent, 'created', { id: 'du_1', status: 'warning_needs_response' }));
      expect(await station('batch')).toMatchObject({
        state: 'current',
        explanation: 'A bank is asking about this payment, so it waits until that is decided.',
      });
    });

    test('of a refunded donation stops, and says so', async () => {
      await deliver(app, refundMessage(intent, 'created', { id: 're_1' }));
      expect(await states()).toEqual(['done', 'done', 'done', 'stopped', 'stopped', 'stopped']);
      const { happenings, stations } = await journey();
      expect(happenings.map(({ text }) => text)).toEqual([`We refunded CA$4.76 of the CA$4.76 for ${charity}.`]);
      expect(stations.at(-1)?.explanation).toBe("This won't happen, because the donation was refunded.");
    });

    test('of a partly refunded donation continues with the rest', async () => {
      await deliver(app, refundMessage(intent, 'created', { id: 're_1', amountMinor: 262 }));
      const payoutId = await payOut(app, 238);
      await confirm(payoutId);
      const { hasArrived, happenings } = await journey();
      expect({ hasArrived, texts: happenings.map(({ text }) => text) }).toEqual({
        hasArrived: true,
        texts: [`We refunded CA$2.38 of the CA$4.76 for ${charity}.`],
      });
    });

    test('of a donation refunded after its transfer keeps the stations that it had passed', async () => {
      await payOut(app, 476);
      app.clock.advance(1000);
      await deliver(app, refundMessage(intent, 'created', { id: 're_1' }));
      expect(await states()).toEqual(['done', 'done', 'done', 'done', 'done', 'stopped']);
      expect((await journey()).happenings[0]?.text).toMatch(/by then, so a later payout is smaller\.$/);
      expect((await station('received'))?.explanation).toBe(
        'After the transfer, the donation was refunded, so we do not follow it any further.',
      );
    });

    test('stops when a bank takes the payment back, and continues when it returns the money', async () => {
      await deliver(app, disputeMessage(intent, 'funds_withdrawn', { id: 'du_1' }));
      expect(await states()).toEqual(['done', 'done', 'done', 'stopped', 'stopped', 'stopped']);
      expect((await station('sent'))?.explanation).toBe(
        'Your bank has taken the payment back for now. If it returns the money, your donation continues on its way.',
      );
      await deliver(app, disputeMessage(intent, 'closed', { id: 'du_1', status: 'won' }));
      expect(await states()).toEqual(['done', 'done', 'done', 'current', 'upcoming', 'upcoming']);
      expect((await journey()).happenings).toHaveLength(2);
    });

    test('says that the bank keeps the money after a lost dispute', async () => {
      await deliver(app, disputeMessage(intent, 'funds_withdrawn', { id: 'du_1' }));
      await deliver(app, disputeMessage(intent, 'closed', { id: 'du_1', status: 'lost' }));
      expect(await states()).toEqual(['done', 'done', 'done', 'stopped', 'stopped', 'stopped']);
      expect((await station('sent'))?.explanation).toBe("This won't happen, because your bank took the payment back.");
    });

    test('of a donation whose payout the bank returned goes back to waiting, even if the charity had confirmed it', async () => {
      const payoutId = await payOut(app, 476);
      await confirm(payoutId);
      await recordReturn(app, payoutId);
      const { hasArrived, stations, happenings } = await journey();
      expect(hasArrived).toBe(false);
      expect(stations.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'current', 'upcoming', 'upcoming']);
      expect(stations[3]?.explanation).toBe(
        'The bank returned the transfer of March 24, 2026, so it waits for the next batch.',
      );
      expect(happenings.map(({ text }) => text)).toEqual([
        `The transfer of March 24, 2026 (reference BANK-1) came back from the bank on March 24, 2026. ${charity} is owed your donation again.`,
      ]);
      await confirm(await payOut(app, 476, 'BANK-2'));
      expect(await states()).toEqual(Array.from({ length: 6 }, () => 'done'));
    });

    test('waits for the log until a signed head has the donation', async () => {
      await app.deps.db.write.deleteFrom('log_heads').execute();
      expect(await states()).toEqual(['done', 'done', 'current', 'upcoming', 'upcoming', 'upcoming']);
    });

    test('is shown to those who may see the receipt, and to no one else', async () => {
      const [owner, other] = [await signIn(app), await signIn(app)];
      expect((await get()).statusCode).toBe(200);
      await claimDonation(app.deps, intent.donation_id, owner.user.id);
      const responses = [await get(owner.cookie), await get(owner.cookie), await get(other.cookie), await get()];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 404, 404]);
      expect(responses[2]?.json()).toMatchObject({ code: 'donation_not_found' });
    });

    const payoutProofState = async () => (await journey()).payoutProof;

    test('comes with a proof that the payout names the donation, until the bank returns the payout', async () => {
      const others = await payIntents(app, 5);
      await deliver(app, refundMessage(others[0]!, 'created', { id: 're_1', amountMinor: 262 }));
      expect((await getProof()).statusCode).toBe(404);
      const payoutId = await payOut(app, 5 * 476 + 238);
      expect(await payoutProofState()).toBe('none');
      await sequenceLog(app.deps);
      const proof = payoutProof.parse((await getProof()).json());
      expect(await checkPayoutProof(proofTools, proof)).toMatchObject({
        code: 'covered',
        donation: { kind: 'donation', donation: intent.donation_id, amount: '4.76' },
        payout: { payout: payoutId, amount: '26.18', reference: 'BANK-1', covers: { leaves: 7 } },
      });
      expect(await payoutProofState()).toBe('available');
      const receipt = (await call(app, { method: 'GET', url: `/api/donations/${intent.donation_id}/proof` })).json();
      expect(receipt).toMatchObject(proof.donation);
      await recordReturn(app, payoutId);
      expect((await getProof()).statusCode).toBe(404);
      expect(await payoutProofState()).toBe('none');
    });

    test('comes with no proof if fewer than five donations of the payout are left after refunds', async () => {
      const others = await payIntents(app, 4);
      await deliver(app, refundMessage(others[0]!, 'created', { id: 're_1', amountMinor: 524 }));
      await payOut(app, 4 * 476);
      await sequenceLog(app.deps);
      expect((await getProof()).statusCode).toBe(404);
      expect(await payoutProofState()).toBe('withheld');
    });

    test('comes with a proof if the payout has five donations, even if one is refunded after the payout', async () => {
      const others = await payIntents(app, 4);
      await payOut(app, 5 * 476);
      await deliver(app, refundMessage(others[0]!, 'created', { id: 're_1', amountMinor: 524 }));
      await sequenceLog(app.deps);
      expect((await getProof()).statusCode).toBe(200);
      expect(await payoutProofState()).toBe('available');
    });

    test('cannot be proven by a proof that was altered', async () => {
      await payIntents(app, 4);
      await payOut(app, 5 * 476);
      await sequenceLog(app.deps);
      const proof = payoutProof.parse((await getProof()).json());
      const { donation, covered, payout } = proof;
      const altered: readonly [typeof proof, string][] = [
        [{ ...proof, donation: { ...donation, entry: donation.entry.replace('4.76', '47.6') } }, 'not_covered'],
        [{ ...proof, donation: { ...donation, salt: '0'.repeat(64) } }, 'not_covered'],
        [{ ...proof, donation: { ...donation, salt: 'x' } }, 'field_malformed'],
        [{ ...proof, covered: { ...covered, leafIndex: covered.leafIndex ^ 1 } }, 'not_covered'],
        [{ ...proof, covered: { ...covered, hashes: ['0'.repeat(64)] } }, 'not_covered'],
        [{ ...proof, payout: { ...payout, entry: payout.entry.replace('23.80', '238.0') } }, 'not_in_tree'],
        [{ ...proof, payout: { ...payout, entry: donation.entry } }, 'entry_unreadable'],
        [{ ...proof, payout: { ...payout, publicKey: '0'.repeat(64) } }, 'key_of_other_id'],
      ];
      for (const [one, problem] of altered)
        expect(await checkPayoutProof(proofTools, one)).toEqual({ code: 'refused', problem });
    });

    test('can be read before the entries for payouts are copied', async () => {
      await app.deps.db.write.deleteFrom('payable_entries').execute();
      expect(await states()).toEqual(['done', 'done', 'done', 'current', 'upcoming', 'upcoming']);
      await copyPayableEntries(app.deps);
      expect(await states()).toEqual(['done', 'done', 'done', 'current', 'upcoming', 'upcoming']);
    });
  });
});
