import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutRequest } from '#contract/checkout.ts';
import { reconcile } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { customCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { startMonthlyDonor } from '#test/support/payments/monthly-donor.ts';
import { openIntent } from '#test/support/payments/open-intent.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';

const coffee = {
  charityName: 'Food banks across Canada',
  paidWith: 'card',
  currency: 'CAD',
  charged: 5.24,
  charity: 4.76,
  serviceFee: 0.48,
};
const refused =
  '{"code":"donation_not_found","error":"This payment is not confirmed.","message":"This payment is not confirmed."}';
/** The seconds after which PayPal's report is complete. */
const reportSeconds = 3 * 60 * 60 + 60;

forEachDatabase((engine) => {
  describe('the split of a donation', () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine, { environment: { CARD_FEE: '3% + 0.20', PAYPAL_FEE: '4% + 0.10' } });
    });
    afterEach(() => world.close());

    const get = (id: string, cookie?: string) =>
      world.app.server.inject({
        url: `/api/donations/${encodeURIComponent(id)}/split`,
        headers: cookie === undefined ? {} : { cookie },
      });
    const read = async (id: string, cookie?: string): Promise<unknown> => (await get(id, cookie)).json();
    const delivered = () => world.sandbox.sandbox.webhooks.whenIdle();
    const readFees = () => reconcile(world.app.deps, 'recent');
    const pay = async (body?: CheckoutRequest) => {
      const { donationId } = await world.pay(body);
      const payments = await world.control.readPayments();
      return { donationId, paymentId: payments.at(-1)?.paymentIntentId ?? '' };
    };
    const payWithPayPal = async (currency: 'CAD' | 'GBP') => {
      const page = paypalPage(world.app);
      const orderId = await page.order(orderBody(currency));
      await world.control.approveOrder(orderId);
      await page.capture(orderId);
      await delivered();
      const [donation] = await world.donations();
      const [capture] = await world.control.readCaptures();
      return { donationId: donation?.id ?? '', captureId: capture?.captureId ?? '' };
    };

    test('has the expected fee until the provider reports the real one', async () => {
      const { donationId } = await pay();
      const expected = { amount: 0.36, currency: 'CAD', isExpected: true }; // 3 % of 5.24, and 20 cents
      expect(await read(donationId)).toEqual({ ...coffee, processingFee: expected });
      await readFees();
      const real = { amount: 0.45, currency: 'CAD', isExpected: false }; // 2.9 % and 30 cents
      expect(await read(donationId)).toEqual({ ...coffee, processingFee: real });
      await readFees();
      expect(await read(donationId)).toEqual({ ...coffee, processingFee: real });
    });

    test('of a refunded donation shows the refunded parts, and the fee that the provider keeps', async () => {
      const { donationId, paymentId } = await pay();
      await readFees();
      await world.control.refund(paymentId, 131); // a quarter
      await delivered();
      const kept = { amount: 0.45, currency: 'CAD', isExpected: false };
      expect(await read(donationId)).toEqual({
        ...coffee,
        processingFee: kept,
        reversal: { state: 'partly_refunded', charity: 1.19, serviceFee: 0.12 },
      });
      await world.control.refund(paymentId);
      await delivered();
      await readFees();
      expect(await read(donationId)).toEqual({
        ...coffee,
        processingFee: kept,
        reversal: { state: 'refunded', charity: 4.76, serviceFee: 0.48 },
      });
    });

    test('of a disputed donation shows the fee of the dispute separately, even before the payment’s own fee is known', async () => {
      const { donationId, paymentId } = await pay();
      const { disputeId } = await world.control.openDispute(paymentId);
      await delivered();
      const disputed = {
        ...coffee,
        reversal: { state: 'disputed', charity: 4.76, serviceFee: 0.48 },
        disputeFee: { amount: 15, currency: 'CAD' },
      };
      const expected = { amount: 0.36, currency: 'CAD', isExpected: true };
      expect(await read(donationId)).toEqual({ ...disputed, processingFee: expected });
      await readFees();
      const real = { amount: 0.45, currency: 'CAD', isExpected: false };
      expect(await read(donationId)).toEqual({ ...disputed, processingFee: real });
      await world.control.decideDispute(disputeId, 'won');
      await delivered();
      expect(await read(donationId)).toEqual({ ...coffee, disputeFee: disputed.disputeFee, processingFee: real });
    });

    test('of a payment with PayPal has the fee from PayPal’s report, and the fee of a dispute separately', async () => {
      const { donationId, captureId } = await payWithPayPal('CAD');
      const donation = { ...coffee, paidWith: 'paypal' };
      const expected = { amount: 0.31, currency: 'CAD', isExpected: true }; // 4 % of 5.24, and 10 cents
      expect(await read(donationId)).toEqual({ ...donation, processingFee: expected });
      await world.advance(reportSeconds);
      await readFees();
      const real = { amount: 0.45, currency: 'CAD', isExpected: false };
      expect(await read(donationId)).toEqual({ ...donation, processingFee: real });
      await world.control.openPayPalDispute(captureId);
      await delivered();
      expect(await read(donationId)).toEqual({
        ...donation,
        processingFee: real,
        reversal: { state: 'disputed', charity: 4.76, serviceFee: 0.48 },
        disputeFee: { amount: 20, currency: 'CAD' },
      });
    });

    test('of a payment in pounds has no fee until PayPal reports it', async () => {
      const { donationId } = await payWithPayPal('GBP');
      const donation = {
        ...coffee,
        paidWith: 'paypal',
        currency: 'GBP',
        charged: 3,
        charity: 2.73,
        serviceFee: 0.27,
      };
      expect(await read(donationId)).toEqual(donation);
      await world.advance(reportSeconds);
      await readFees();
      const real = { amount: 0.39, currency: 'GBP', isExpected: false };
      expect(await read(donationId)).toEqual({ ...donation, processingFee: real });
    });

    test('of a small donation has a fee above the service fee', async () => {
      const { donationId } = await pay(customCheckoutBody(1));
      expect(await read(donationId)).toMatchObject({
        charity: 1.36,
        serviceFee: 0.14,
        processingFee: { amount: 0.25 },
      });
    });

    test('of a monthly donation has the fee of the first month’s payment', async () => {
      const donor = await startMonthlyDonor(world);
      const [first] = await world.donations();
      const id = first?.id ?? '';
      expect(await read(id, donor.cookie)).toMatchObject({ ...coffee, processingFee: { isExpected: true } });
      await readFees();
      const real = { amount: 0.45, currency: 'CAD', isExpected: false };
      expect(await read(id, donor.cookie)).toEqual({ ...coffee, processingFee: real });
      expect((await get(id)).statusCode).toBe(404);
    });

    test('can be read by those who may read the receipt, and by no one else', async () => {
      const [owner, other] = [await signIn(world.app), await signIn(world.app)];
      const { donationId } = await pay();
      const open = await openIntent(world.app);
      const responseTo = async (id: string, cookie?: string) => {
        const { statusCode: status, body } = await get(id, cookie);
        return { status, body };
      };
      const toEveryone = await responseTo(donationId);
      expect(toEveryone.status).toBe(200);
      expect(await responseTo(donationId, other.cookie)).toEqual(toEveryone);
      await call(world.app, {
        method: 'PATCH',
        url: `/api/donations/${donationId}/claim`,
        cookie: owner.cookie,
        body: {},
      });
      expect(await responseTo(donationId, owner.cookie)).toEqual(toEveryone);
      const notFound = { status: 404, body: refused };
      expect(await responseTo(donationId, other.cookie)).toEqual(notFound);
      expect(await responseTo(donationId)).toEqual(notFound);
      for (const id of [open.donation_id, open.id, 'don_00000000000000000000000000', "' or '1'='1", '\0', 'x'])
        expect(await responseTo(id, owner.cookie)).toEqual(notFound);
    });
  });

  describe('GET /api/fee-terms', () => {
    test('returns the configured terms, without PayPal’s if PayPal is not offered', async () => {
      const world = await startAppWithSandbox(engine, {
        environment: { CARD_FEE: '2.2% + 0', PAYPAL_FEE: '1.99% + 0.49' },
      });
      const get = (headers = {}) => world.app.server.inject({ url: '/api/fee-terms', headers });
      const response = await get();
      expect(response.json()).toEqual({
        card: { basisPoints: 220, fixed: 0, currency: 'CAD' },
        paypal: { basisPoints: 199, fixed: 0.49, currency: 'CAD' },
      });
      expect((await get({ 'if-none-match': response.headers.etag })).statusCode).toBe(304);
      await world.close();
    });
  });
});
