import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { orderBody, paypalPage } from '#test/support/payments/paypal-calls.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';
import { cookieOf, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const key = 'basket-kept-through-sign-in';

forEachDatabase((engine) => {
  describe('an Idempotency-Key that several people use', () => {
    let app: TestApp;
    let ana: SignedIn;
    let bob: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook(), paypal: stubPayPal() });
      ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      bob = await signIn(app, { username: 'bob', email: 'bob@example.org' });
    });
    afterEach(() => app.close());

    /** A browser that keeps the cookie of its checkouts. */
    const browser = () => {
      let kept = '';
      const request = async (donor?: SignedIn) => {
        const cookie = [donor?.cookie ?? '', kept].filter((part) => part !== '').join('; ');
        const response = await postCheckout(app, checkoutBody(), {
          key,
          ...(cookie === '' ? {} : { headers: { cookie } }),
        });
        kept ||= cookieOf(response);
        return response;
      };
      const checkOut = async (donor?: SignedIn): Promise<string> => {
        const response = await request(donor);
        expect(response.statusCode).toBe(200);
        return response.json<{ url: string }>().url;
      };
      return { request, checkOut };
    };
    const intents = () =>
      app.deps.db.read.selectFrom('donation_intents').selectAll().orderBy('created_at').orderBy('id').execute();
    const owners = async () => (await intents()).map(({ donor_id: donorId }) => donorId);
    const pay = async (): Promise<string> => {
      const [intent] = await intents();
      if (!intent) throw new Error('there is no intent');
      await deliver(app, paidMessage(intent));
      return intent.success_url;
    };
    const expectConflict = async (response: ReturnType<ReturnType<typeof browser>['request']>): Promise<void> => {
      const conflict = await response;
      expect({ statusCode: conflict.statusCode, body: conflict.json() }).toEqual({
        statusCode: 409,
        body: refusal('checkout_conflict', checkoutSentences.alreadyPaid),
      });
    };

    describe('before the payment', () => {
      test('opens the same page for all visitors: the address is not a secret, and the page names no one', async () => {
        expect(await browser().checkOut()).toBe(await browser().checkOut());
        expect(await owners()).toEqual([null]);
      });

      test('creates the donation for the user who is signed in at checkout', async () => {
        const { checkOut } = browser();
        const asVisitor = await checkOut();
        expect(await checkOut(ana)).not.toBe(asVisitor);
        expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
      });

      test('does not add one donor’s donation to another’s account', async () => {
        const ofAna = await browser().checkOut(ana);
        expect(await browser().checkOut(bob)).not.toBe(ofAna);
        expect(new Set(await owners())).toEqual(new Set([ana.user.id, bob.user.id]));
      });

      test('does not add a visitor’s donation to the account that signed out', async () => {
        const { checkOut } = browser();
        const ofAna = await checkOut(ana);
        expect(await checkOut()).not.toBe(ofAna);
        expect(await owners()).toEqual(expect.arrayContaining([null, ana.user.id]));
      });
    });

    describe('before the payment of a PayPal order', () => {
      const order = async (from: ReturnType<typeof paypalPage>): Promise<string> => {
        const response = await from.requestOrder(orderBody(), { 'idempotency-key': key });
        expect(response.statusCode).toBe(200);
        return response.json<{ id: string }>().id;
      };

      test('gives strangers the same order, which only the first browser may capture', async () => {
        const page = paypalPage(app);
        const stranger = paypalPage(app);
        const ours = await order(page);
        expect(await order(stranger)).toBe(ours);
        expect((await stranger.capture(ours)).statusCode).toBe(404);
        expect((await page.capture(ours)).json()).toMatchObject({ status: 'settled' });
        expect((await stranger.capture(ours)).statusCode).toBe(404);
      });

      test('gives a user the same order in any browser', async () => {
        const [first, second] = [paypalPage(app, ana.cookie), paypalPage(app, ana.cookie)];
        const ours = await order(first);
        expect(await order(second)).toBe(ours);
        expect((await first.capture(ours)).json()).toMatchObject({ status: 'settled' });
        expect((await second.capture(ours)).json()).toMatchObject({ status: 'settled' });
      });
    });

    describe('after the payment', () => {
      test('leads the browser that paid to the thank-you page, even after signing in', async () => {
        const { checkOut } = browser();
        await checkOut();
        const thankYou = await pay();
        expect(await checkOut()).toBe(thankYou);
        expect(await checkOut(ana)).toBe(thankYou);
        expect(await owners()).toHaveLength(1);
      });

      test('leads the user who paid to the thank-you page from any browser', async () => {
        await browser().checkOut(ana);
        const thankYou = await pay();
        expect(await browser().checkOut(ana)).toBe(thankYou);
      });

      test('does not reveal a visitor’s donation to another browser, another user or a program without cookies', async () => {
        await browser().checkOut();
        await pay();
        await expectConflict(browser().request());
        await expectConflict(browser().request(ana));
        await expectConflict(postCheckout(app, checkoutBody(), { key }));
        expect(await intents()).toHaveLength(1);
      });

      test('does not reveal a user’s donation to anyone else, not even to the next visitor in the same browser', async () => {
        const { checkOut, request } = browser();
        await checkOut(ana);
        await pay();
        await expectConflict(request());
        await expectConflict(request(bob));
        await expectConflict(browser().request());
        expect(await owners()).toEqual([ana.user.id]);
      });

      test('does not give a paid PayPal order to another browser', async () => {
        const page = paypalPage(app);
        const order = (from: typeof page) => from.requestOrder(orderBody(), { 'idempotency-key': key });
        const { id } = (await order(page)).json<{ id: string }>();
        expect((await page.capture(id)).statusCode).toBe(200);
        const stranger = paypalPage(app);
        await expectConflict(order(stranger));
        expect((await stranger.capture(id)).statusCode).toBe(404);
        expect((await page.capture(id)).statusCode).toBe(200);
      });
    });

    test('sets no cookie if it is missing', async () => {
      expect((await postCheckout(app, checkoutBody())).cookies).toEqual([]);
    });

    test('is bound to the browser by a cookie that only the checkout gets', async () => {
      const { cookies } = await browser().request();
      expect(cookies).toMatchObject([
        { name: 'checkout_browser', path: '/api/create-checkout-session', httpOnly: true, sameSite: 'Lax' },
      ]);
    });
  });
});
