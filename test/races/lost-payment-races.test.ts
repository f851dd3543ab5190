import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { applyPaymentEvent } from '#server/payments/index.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { coffeeRecord } from '../support/payments/arbitrary-record.ts';
import { stubCards } from '../support/payments/stub-cards.ts';
import { waitForBlocked } from './two-apps.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp('postgres', { cards: stubCards() });
});
afterEach(() => app.close());

const paid = (eventId: string, record: DonationRecord): PaymentEvent => ({
  provider: 'stripe',
  eventId,
  occurredAt: new Date('2026-11-22T12:05:00.000Z'),
  isLive: false,
  sessionId: 'cs_1',
  paymentId: 'pi_1',
  account: undefined,
  intentId: record.intentId,
  record,
  fact: { kind: 'settled', collected: record.charge.total },
});

test('a message is noted, not quarantined, when another one rebuilds its lost payment first', async () => {
  const { promise: release, resolve: releaseTable } = Promise.withResolvers<void>();
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const locking = app.deps.db.write.transaction().execute(async (tx) => {
    await sql`lock table installations in access exclusive mode`.execute(tx);
    markLocked();
    await release;
  });
  await locked;
  // The product searches for the payment before it compares the record's installation, so this message waits after the search.
  const first = applyPaymentEvent(app.deps, paid('evt_1', coffeeRecord({ installationId: app.deps.installationId })));
  await waitForBlocked(app.deps, 1);
  expect(await applyPaymentEvent(app.deps, paid('evt_2', coffeeRecord()))).toMatchObject({ code: 'settled' });
  releaseTable();
  await locking;
  expect(await first).toEqual({ code: 'noted' });
  expect(await app.deps.db.read.selectFrom('quarantined_events').selectAll().execute()).toEqual([]);
});
