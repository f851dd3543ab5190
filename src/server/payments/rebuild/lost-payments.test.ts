import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { DonationRecord, RecordReading } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { coffeeRecord } from '#test/support/payments/arbitrary-record.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { applyPaymentEvent } from '../settle/apply-payment-event.ts';

const record = coffeeRecord();
const { charge } = record;
const paid = (found: RecordReading | undefined, changes: Partial<PaymentEvent> = {}): PaymentEvent => ({
  provider: 'stripe',
  eventId: 'evt_1',
  occurredAt: new Date('2026-11-22T12:05:00.000Z'),
  isLive: false,
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  account: undefined,
  intentId: record.intentId,
  record: found,
  fact: { kind: 'settled', collected: charge.total },
  ...changes,
});
const withRecord = (changes: Partial<DonationRecord>): PaymentEvent => paid(coffeeRecord(changes));
const cheaper = { ...charge, subtotal: money(475, 'CAD'), total: money(523, 'CAD') };

forEachDatabase((engine) => {
  describe('a payment that is not in the database', () => {
    let app: TestApp;
    const rows = async () => ({
      intents: await app.deps.db.read.selectFrom('donation_intents').select('id').execute(),
      donations: await app.deps.db.read.selectFrom('donations').select('id').execute(),
      restores: await app.deps.db.read.selectFrom('restores').select('known_until').execute(),
    });
    const quarantined = () =>
      app.deps.db.read.selectFrom('quarantined_events').select(['event_id', 'reason', 'resolved_at']).execute();

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    test('is rebuilt from its record, even if its snacks cost more today', async () => {
      await app.deps.db.write.updateTable('snacks').set({ price_minor: 999 }).where('id', '=', 1).execute();
      const { donationId } = record;
      expect(await applyPaymentEvent(app.deps, paid(record))).toEqual({ code: 'settled', donationId });
      const [intent] = await app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
      expect(intent).toMatchObject({
        id: record.intentId,
        status: 'settled',
        items: '[{"id":1,"name":"Coffee","price":{"amountMinor":350,"currency":"USD"},"meals":3,"quantity":1}]',
        created_at: '2026-11-22T12:00:00.123Z',
        provider_session_id: 'cs_1',
        provider_payment_id: 'pi_1',
      });
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('keeps the name that the donor read, even when the charity had just been renamed', async () => {
      await insertCatalogueVersion(app, { charities: { 6: { name: 'Pantries of Canada' } } });
      const charityName = 'Food banks across Canada';
      const madeAfter = (ms: number) => withRecord({ charityName, madeAt: new Date(app.clock.now().getTime() + ms) });
      expect(await applyPaymentEvent(app.deps, madeAfter(60_001))).toMatchObject({ code: 'quarantined' });
      expect(await applyPaymentEvent(app.deps, madeAfter(60_000 - 1))).toMatchObject({ code: 'settled' });
      const [intent] = await app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
      expect(intent?.frozen_charity_name).toBe(charityName);
    });

    test.each([
      ['without a record', paid(undefined), 'unknown_session'],
      [
        'for a charity whose number now belongs to another one',
        withRecord({ charityName: 'Pantries' }),
        'not_in_catalogue',
      ],
      ['whose record is unreadable', paid('unreadable'), 'invalid_record'],
      [
        'whose record is about another intent',
        withRecord({ intentId: `${record.intentId.slice(0, -1)}9` }),
        'invalid_record',
      ],
      ['whose parts do not add up', withRecord({ meals: 4 }), 'invalid_record'],
      ['for a charity that we no longer have', withRecord({ charityId: 99 }), 'not_in_catalogue'],
      [
        'with a snack that we no longer have',
        withRecord({ items: [{ id: 99, quantity: 1, priceMinor: 350, meals: 3 }] }),
        'not_in_catalogue',
      ],
      ['of another amount', withRecord({ charge: cheaper }), 'other_amount'],
      [
        'in another currency',
        paid(record, { fact: { kind: 'settled', collected: money(524, 'USD') } }),
        'other_currency',
      ],
      ['of the live mode', paid(record, { isLive: true }), 'other_mode'],
      ['of another account', paid(record, { account: 'acct_1' }), 'other_account'],
    ])('%s is quarantined, and nothing is rebuilt', async (_what, event, reason) => {
      expect(await applyPaymentEvent(app.deps, event)).toEqual({ code: 'quarantined', reason });
      expect(await rows()).toEqual({ intents: [], donations: [], restores: [] });
      expect(await applyPaymentEvent(app.deps, event)).toEqual({ code: 'already_applied' });
      expect(await quarantined()).toEqual([{ event_id: 'evt_1', reason, resolved_at: null }]);
    });

    test('is quarantined when its donation or session belongs to another intent', async () => {
      await applyPaymentEvent(app.deps, paid(record));
      const other = { intentId: 'int_00000000000000000000000002' };
      const donationId = 'don_00000000000000000000000002';
      const sameDonation = paid(coffeeRecord(other), { ...other, eventId: 'evt_2', sessionId: 'cs_2' });
      const sameSession = paid(coffeeRecord({ ...other, donationId }), { ...other, eventId: 'evt_3' });
      for (const event of [sameDonation, sameSession]) {
        expect(await applyPaymentEvent(app.deps, event)).toEqual({ code: 'quarantined', reason: 'other_record' });
      }
      expect((await rows()).donations).toHaveLength(1);
    });

    test('is quarantined when our intent of that id has other content', async () => {
      await applyPaymentEvent(app.deps, paid(record, { fact: { kind: 'processing' } }));
      const other = paid(coffeeRecord({ charityId: 7 }), { eventId: 'evt_2' });
      expect(await applyPaymentEvent(app.deps, other)).toEqual({ code: 'quarantined', reason: 'other_record' });
      expect((await rows()).donations).toEqual([]);
    });

    test('resolves the events that were quarantined before the record could be read', async () => {
      await applyPaymentEvent(app.deps, paid(undefined));
      await applyPaymentEvent(app.deps, paid(undefined, { eventId: 'evt_2', fact: { kind: 'processing' } }));
      await applyPaymentEvent(app.deps, paid(undefined, { eventId: 'evt_3', sessionId: 'cs_other' }));
      expect(await applyPaymentEvent(app.deps, paid(record))).toMatchObject({ code: 'settled' });
      const left = (await quarantined()).filter(({ resolved_at: at }) => at === null);
      expect(left).toEqual([{ event_id: 'evt_3', reason: 'unknown_session', resolved_at: null }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('is rebuilt once by four messages at the same time', async () => {
      const messages = ['evt_1', 'evt_2', 'evt_3', 'evt_4'].map((eventId) => paid(record, { eventId }));
      const applied = await Promise.all(messages.map((event) => applyPaymentEvent(app.deps, event)));
      expect(applied.map(({ code }) => code).toSorted()).toEqual(['noted', 'noted', 'noted', 'settled']);
      expect(await rows()).toMatchObject({ intents: [{}], donations: [{}], restores: [{}] });
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });
});
