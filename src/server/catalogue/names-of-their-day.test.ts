import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewResponse } from '#contract/admin/money/payouts.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { createBatch, payBatch } from '#server/payouts/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import type { TestApp } from '#test/support/app/start-app.ts';
import { withEntries } from '#test/support/catalogue/catalogue.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { insertAccount } from '#test/support/payouts/ledger-world.ts';
import { todayOf } from '#test/support/payouts/valid-payout-calls.ts';

const renderMail = builtMails();
const dayMs = 24 * 60 * 60 * 1000;
const oldName = 'Food banks across Canada';
const newName = 'Pantries of Canada';

forEachDatabase((engine) => {
  describe('after a charity and a snack were renamed', () => {
    let mailed: MailedApp;
    let app: TestApp;
    let donor: SignedIn;
    let owner: SignedIn;

    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
      ({ app } = mailed);
      donor = await signIn(app, { firstName: 'Noor', email: 'noor@example.org' });
      owner = await signInStaff(app, 'owner');
    });
    afterEach(() => mailed.close());

    /** The donor donates one coffee as the page shows it. Returns the donation's id. */
    async function donate(): Promise<string> {
      const [coffee] = (await app.server.inject({ url: '/api/snacks' })).json<
        { name: string; price: number; mealsProvided: number }[]
      >();
      const { name, price, mealsProvided } = coffee!;
      const body = checkoutBody({
        donation: {
          amount: price,
          mealsProvided,
          stackedSnacks: [{ id: 1, name, price, mealsProvided, quantity: 1 }],
        },
      });
      const url = '/api/create-checkout-session';
      const opened = await call(app, { method: 'POST', url, cookie: donor.cookie, body });
      expect(opened.statusCode).toBe(200);
      const intent = await app.deps.db.read
        .selectFrom('donation_intents')
        .selectAll()
        .where('status', '=', 'pending')
        .executeTakeFirstOrThrow();
      await deliver(app, paidMessage(intent));
      return intent.donation_id;
    }
    async function rename(): Promise<void> {
      const { number, document } = app.deps.published.catalogue.current();
      const renamed = withEntries(document, {
        snacks: { 1: { name: 'Espresso', priceMinor: 400, meals: 4 } },
        charities: { 6: { name: newName } },
      });
      const body = { document: renamed, basedOn: number, reason: 'They have a new name' };
      const response = await call(app, { method: 'POST', url: '/api/admin/catalogue', cookie: owner.cookie, body });
      expect(response.json()).toEqual({ status: 'published', version: number + 1 });
    }
    /** Pays the charity all that it is owed. Returns the payout's id. */
    async function payOut(): Promise<string> {
      const payee = { charityId: 6, currency: 'CAD' } as const;
      const day = todayOf(app);
      const previewed = previewResponse.parse(JSON.parse(await read(`/api/admin/payout-preview?day=${day}`, owner)));
      const owed = previewed.find(({ charityId }) => charityId === payee.charityId)!;
      const batch = await createBatch(app.deps, await memberOf(app.deps, 'usr_creator'), {
        day,
        payouts: [{ payee, expected: fromDecimal(owed.amount, payee.currency)! }],
        reason: 'Friday',
      });
      if (batch.code !== 'created') throw new Error(`the batch was refused: ${batch.problem}`);
      const paid = { paidOn: day, reference: 'BANK-1', isWaived: false, reason: 'Friday' };
      await payBatch(app.deps, await memberOf(app.deps, 'usr_payer'), batch.batchId, paid);
      const payout = app.deps.db.read.selectFrom('payouts').select('id').where('batch_id', '=', batch.batchId);
      return (await payout.executeTakeFirstOrThrow()).id;
    }
    const read = async (url: string, { cookie }: SignedIn = donor): Promise<string> => {
      const response = await call(app, { method: 'GET', url, cookie });
      expect([url, response.statusCode]).toEqual([url, 200]);
      return response.headers['content-type'] === 'application/pdf'
        ? readPdf(response.rawPayload)
            .parts.map(([, part]) => part)
            .join('\n')
        : response.body;
    };
    /** Returns the old and new names that a text contains. */
    const namesIn = (text: string) => [oldName, newName, 'Coffee', 'Espresso'].filter((name) => text.includes(name));

    test('everything about earlier donations and payouts keeps the names, prices and meals from when they were made', async () => {
      const donationId = await donate();
      for (const charityId of [6, null]) await insertAccount(app.deps, charityId, 'CAD');
      app.clock.advance(20 * dayMs);
      const payoutId = await payOut();
      await rename();
      const withSnack = [
        `/api/donations/${donationId}/receipt`,
        `/api/donations/${donationId}/receipt.pdf`,
        '/api/donations',
        '/api/account/data.json',
        '/api/account/donations.csv',
      ];
      for (const url of withSnack) expect([url, namesIn(await read(url))]).toEqual([url, [oldName, 'Coffee']]);
      const withCharity = [
        '/api/impact/months',
        '/api/statements/2026/statement.pdf',
        '/api/statements/2026/donations.csv',
      ];
      for (const url of withCharity) expect([url, namesIn(await read(url))]).toEqual([url, [oldName]]);
      for (const url of [`/api/admin/donations/${donationId}`, '/api/admin/donations', '/api/admin/donations.csv'])
        expect([url, namesIn(await read(url, owner))]).toEqual([url, [oldName, 'Coffee']]);
      const { batch_id: batchId } = await app.deps.db.read
        .selectFrom('payouts')
        .select('batch_id')
        .executeTakeFirstOrThrow();
      const ofPayout = ['statement.pdf', 'statement.csv'].map((file) => `/api/admin/payouts/${payoutId}/${file}`);
      for (const url of [...ofPayout, `/api/admin/payout-batches/${batchId}`])
        expect([url, namesIn(await read(url, owner))]).toEqual([url, [oldName]]);
      const [receipt] = (await mailed.deliverMails()).filter(({ to }) => to.includes('noor@example.org'));
      expect(namesIn(receipt!.part('text/plain'))).toEqual([oldName, 'Coffee']);
      expect(JSON.parse(await read('/api/donations'))).toEqual([
        expect.objectContaining({ amount: 3.5, mealsProvided: 3 }),
      ]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('the next donation and the next payout have the new names', async () => {
      await donate();
      for (const charityId of [6, null]) await insertAccount(app.deps, charityId, 'CAD');
      app.clock.advance(20 * dayMs);
      await payOut();
      await rename();
      const donationId = await donate();
      expect(namesIn(await read(`/api/donations/${donationId}/receipt`))).toEqual([newName, 'Espresso']);
      const history: { charityName: string; snackName: string }[] = JSON.parse(await read('/api/donations'));
      expect(new Set(history.map((one) => `${one.charityName}: ${one.snackName}`))).toEqual(
        new Set([`${oldName}: Coffee`, `${newName}: Espresso`]),
      );
      app.clock.advance(20 * dayMs);
      const payoutId = await payOut();
      const statement = await read(`/api/admin/payouts/${payoutId}/statement.csv`, owner);
      expect(namesIn(statement)).toEqual([newName]);
      for (const url of ['/api/admin/payouts', '/api/admin/accounting/trial-balance', '/api/admin/charities/6'])
        expect([url, namesIn(await read(url, owner))]).toEqual([url, [newName]]);
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
    });

    test('a donation from before its names were stored with it has the first name of its charity', async () => {
      await insertPastDonations(app.deps, [{ donor_id: donor.user.id }]);
      await rename();
      expect(namesIn(await read('/api/donations'))).toEqual([oldName, 'Coffee']);
    });

    test('a payment page that was opened before the renaming keeps the names that the donor read on it', async () => {
      const opened = await call(app, { method: 'POST', url: '/api/create-checkout-session', body: checkoutBody() });
      expect(opened.statusCode).toBe(200);
      await rename();
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidMessage(intent));
      expect(namesIn(await read(`/api/donations/${intent.donation_id}/receipt`))).toEqual([oldName, 'Coffee']);
    });
  });
});
