import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPaymentEvent } from '../settle/queries.ts';
import { findKnownEvents } from './queries.ts';

forEachDatabase((engine) => {
  describe('stored events', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    test('are found by provider and event id', async () => {
      const { db, clock } = app.deps;
      const event = {
        provider: 'paypal',
        eventId: 'WH-1',
        occurredAt: clock.now(),
        isLive: false,
        account: undefined,
        sessionId: 'ORDER-1',
        paymentId: undefined,
        intentId: undefined,
        fact: { kind: 'processing' },
      } as const;
      await inTransaction(db, (tx) => insertPaymentEvent(tx, event, null, clock.now().toISOString()));
      expect(await findKnownEvents(db.read, 'paypal', ['WH-1', 'WH-2'])).toEqual(new Set(['WH-1']));
      expect(await findKnownEvents(db.read, 'stripe', ['WH-1'])).toEqual(new Set());
    });
  });
});
