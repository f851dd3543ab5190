import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { checkoutBody, customCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const refused =
  '{"code":"donation_not_found","error":"This payment is not confirmed.","message":"This payment is not confirmed."}';

const unknownIds = [
  'don_00000000000000000000000000',
  'DON_00000000000000000000000000',
  'don_0000000000000000000000000',
  'don_000000000000000000000000000',
  'don_0000000000000000000000000u',
  'int_00000000000000000000000000',
  'abcd1234',
  '0',
  '-1',
  '*',
  "' or '1'='1",
  '\0',
  'don_\u0000',
  '\u00e9',
  '%2e',
  'a'.repeat(101),
  'a'.repeat(10_000),
  '__proto__',
];

forEachDatabase((engine) => {
  describe('GET /api/donations/:id/receipt', () => {
    let app: TestApp;
    let intent: DonationIntentRow;

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      intent = await settled(checkoutBody());
    });
    afterAll(() => app.close());

    const settled = async (body: Parameters<typeof openIntent>[1]): Promise<DonationIntentRow> => {
      const opened = await openIntent(app, body);
      await deliver(app, paidMessage(opened));
      return opened;
    };
    const read = (id: string, cookie?: string) =>
      app.server.inject({
        url: `/api/donations/${encodeURIComponent(id)}/receipt`,
        headers: cookie === undefined ? {} : { cookie },
      });

    test('has every amount in US dollars and in the charge currency', async () => {
      const response = await read(intent.donation_id);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual({
        id: intent.donation_id,
        status: 'settled',
        amount: 3.5,
        serviceFee: 0.35,
        total: 3.85,
        charged: { subtotal: 4.76, serviceFee: 0.48, total: 5.24, currency: 'CAD' },
        paidWith: 'card',
        mealsProvided: 3,
        charityName: 'Food banks across Canada',
        snackName: 'Coffee',
        recurring: false,
        donationDate: '2026-03-04T12:00:00.000Z',
        day: '2026-03-04',
        receiptMail: 'not_possible',
        receiptMailTo: 'payer',
      });
    });

    test('reveals nothing about the donor, the time zone or the session', async () => {
      const { body } = await read(intent.donation_id);
      for (const secret of [intent.id, intent.provider_session_id!, intent.time_zone, 'donor', 'pay.example']) {
        expect(body).not.toContain(secret);
      }
    });

    test('shows decimals without rounding errors of binary fractions', async () => {
      const custom = await settled(customCheckoutBody(1234.56));
      expect((await read(custom.donation_id)).body).toContain(
        '"amount":1234.56,"serviceFee":123.46,"total":1358.02,"charged":{"subtotal":1679,"serviceFee":167.91,"total":1846.91,"currency":"CAD"}',
      );
    });

    test('is the same on every read', async () => {
      const [first, second] = [await read(intent.donation_id), await read(intent.donation_id)];
      expect(second.body).toBe(first.body);
    });

    test('of an open payment is refused like an unknown id', async () => {
      const pending = await openIntent(app);
      const response = await read(pending.donation_id);
      expect({ status: response.statusCode, body: response.body }).toEqual({ status: 404, body: refused });
    });

    test('of a claimed donation can be read only by its owner; others get the response for an unknown id', async () => {
      const [owner, other] = [await signIn(app), await signIn(app)];
      const claimed = await settled(checkoutBody());
      const before = await read(claimed.donation_id);
      const owned = { donor_id: owner.user.id };
      await app.deps.db.write.updateTable('donations').set(owned).where('id', '=', claimed.donation_id).execute();
      const readBy = async (cookie?: string) => {
        const { statusCode: status, body } = await read(claimed.donation_id, cookie);
        return { status, body };
      };
      expect(await readBy(owner.cookie)).toEqual({ status: 200, body: before.body });
      expect(await readBy(other.cookie)).toEqual({ status: 404, body: refused });
      expect(await readBy()).toEqual({ status: 404, body: refused });
    });

    test('of an unclaimed donation is the same for everyone who knows its id', async () => {
      const { cookie } = await signIn(app);
      expect((await read(intent.donation_id, cookie)).body).toBe((await read(intent.donation_id)).body);
    });

    test.each(unknownIds)('of %j is refused with the same bytes', async (id) => {
      const response = await read(id);
      expect({ status: response.statusCode, body: response.body }).toEqual({ status: 404, body: refused });
    });

    test('without an id is refused with 404', async () => {
      expect((await app.server.inject({ url: '/api/donations//receipt' })).statusCode).toBe(404);
    });
  });
});
