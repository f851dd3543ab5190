import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { payoutsResponse } from '#contract/admin/money/payouts.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { withEntries } from '#test/support/catalogue/catalogue.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { todayOf } from '#test/support/payouts/valid-payout-calls.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('a charity', () => {
    let app: TestApp;
    let conny: SignedIn;
    let fina: SignedIn;
    let finn: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      conny = await signInStaff(app, 'content', { username: 'conny' });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      finn = await signInStaff(app, 'finance', { username: 'finn' });
    });
    afterEach(() => app.close());

    const reason = 'As agreed';
    async function post<Body>({ cookie }: SignedIn, url: string, body: object): Promise<Body> {
      const response = await call(app, { method: 'POST', url, cookie, body: { reason, ...body } });
      expect([url, response.statusCode, response.body]).toEqual([url, 200, response.body]);
      return response.json<Body>();
    }
    const publish = async (change: Parameters<typeof withEntries>[1], added: { id: number; name: string }[] = []) => {
      const { number, document } = app.deps.published.catalogue.current();
      const changed = withEntries(document, change);
      const charities = [...changed.charities, ...added.map((one) => ({ ...one, isRetired: false }))];
      await post(conny, '/api/admin/catalogue', { document: { ...changed, charities }, basedOn: number });
    };
    /** One member of Finance enters a bank account, and another one approves it. */
    async function enterAccount(charityId: number): Promise<void> {
      const body = { currency: 'CAD', holder: 'Food Bank', country: 'DE', iban: 'DE89370400440532013000' };
      const { id } = await post<{ id: string }>(fina, `/api/admin/charities/${charityId}/bank-accounts`, body);
      await post(finn, `/api/admin/bank-accounts/${id}/decision`, { decision: 'approve' });
    }
    const donateTo = async (charityId: number) => {
      const intent = await openIntent(app, checkoutBody({ donation: { charityId } }));
      await deliver(app, paidMessage(intent));
    };
    async function payOut(charityId: number): Promise<void> {
      const day = todayOf(app);
      const payouts = [{ charityId, currency: 'CAD', amount: 4.76 }];
      const { id } = await post<{ id: string }>(fina, '/api/admin/payout-batches', { day, payouts });
      await post(finn, `/api/admin/payout-batches/${id}/pay`, { paidOn: day, reference: 'BANK-1' });
    }
    const figuresOf = async (id: number) => {
      const response = await call(app, { method: 'GET', url: '/api/admin/payouts', cookie: fina.cookie });
      const { figures } = payoutsResponse.parse(response.json());
      return figures
        .filter(({ charityId }) => charityId === id)
        .map(({ charityName, owed, paid }) => ({ charityName, owed, paid }));
    };

    test('that is new gets bank details, a donation and its first payout', async () => {
      await publish({}, [{ id: 10, name: 'Food banks of Oceania' }]);
      await enterAccount(0);
      await enterAccount(10);
      await donateTo(10);
      expect(await figuresOf(10)).toEqual([{ charityName: 'Food banks of Oceania', owed: 4.76, paid: 0 }]);
      app.clock.advance(20 * dayMs);
      await payOut(10);
      expect(await figuresOf(10)).toEqual([{ charityName: 'Food banks of Oceania', owed: 0, paid: 4.76 }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('that is retired takes no donation, and is paid what it is owed', async () => {
      await enterAccount(0);
      await enterAccount(6);
      await donateTo(6);
      await publish({ charities: { 6: { isRetired: true } } });
      expect((await postCheckout(app, checkoutBody())).json()).toMatchObject({ code: 'invalid_charity' });
      app.clock.advance(20 * dayMs);
      await payOut(6);
      expect(await figuresOf(6)).toEqual([{ charityName: 'Food banks across Canada', owed: 0, paid: 4.76 }]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });
  });
});
