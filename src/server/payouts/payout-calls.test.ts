import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toDecimal } from '#domain/money/money.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertAccount, postDonation, postReversal, type PostedDonation } from '#test/support/payouts/ledger-world.ts';
import { findPain001Problems } from '#test/support/payouts/pain001-rules.ts';
import { makePayable, openBatch, todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const unknownBatch = 'bat_00000000000000000000000000';
const reason = 'Friday';

forEachDatabase((engine) => {
  describe('payouts', () => {
    let app: TestApp;
    let finance: SignedIn;
    let owner: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      finance = await signInStaff(app, 'finance');
      owner = await signInStaff(app, 'owner');
    });
    afterEach(() => app.close());

    const get = (url: string, { cookie }: SignedIn = finance) => call(app, { method: 'GET', url, cookie });
    const post = async (url: string, body: object, { cookie }: SignedIn = finance) =>
      statusAndBody(await call(app, { method: 'POST', url, cookie, body }));
    const create = async (amount: number, day = todayOf(app)) =>
      post('/api/admin/payout-batches', { day, payouts: [{ charityId: 6, currency: 'CAD', amount }], reason });
    const pay = (batchId: string, by: SignedIn, changes: object = {}) =>
      post(
        `/api/admin/payout-batches/${batchId}/pay`,
        { paidOn: todayOf(app), reference: 'BANK-1', reason, ...changes },
        by,
      );

    test('show what is owed, and what a batch could pay', async () => {
      await makePayable(app);
      await postDonation(app.deps, { charityId: 6, currency: 'CAD', amountMinor: 250 });
      const of = { charityId: 6, charityName: 'Food banks across Canada', currency: 'CAD' };
      const response = await get('/api/admin/payouts');
      expect((await get('/api/admin/payout-preview')).json()).toEqual([
        { ...of, received: 10, refunded: 0, amount: 10, donations: 1, isPartial: false, problem: null },
      ]);
      expect(response.json()).toEqual({
        holdDays: 14,
        today: '2026-03-04',
        lost: null,
        figures: [{ ...of, owed: 12.5, payable: 10, young: 2.5, disputed: 0, inBatches: 0, paid: 0 }],
      });
    });

    /** Posts `count` cents that were taken back from a donation, each in its own entry. */
    const takeBackCents = async ({ intentId }: PostedDonation, count: number) => {
      const at = app.clock.now().toISOString();
      const posted = { id: 'ltx_cents', cause: 'refund:cents', intent_id: intentId, occurred_at: at, posted_at: at };
      await app.deps.db.write.insertInto('ledger_transactions').values(posted).execute();
      const cents = Array.from({ length: count }, (_, index) => ({
        transaction_id: posted.id,
        line: index + 1,
        account: 'charity:6' as const,
        amount_minor: 1,
        currency: 'CAD' as const,
      }));
      for (let from = 0; from < count; from += 1000)
        await app.deps.db.write
          .insertInto('ledger_entries')
          .values(cents.slice(from, from + 1000))
          .execute();
    };

    test('are for the oldest donations when more can be paid than one payout covers', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      const oldest = await postDonation(app.deps, { charityId: 6, currency: 'CAD', amountMinor: 20_000 });
      await takeBackCents(oldest, 9999);
      app.clock.advance(60_000);
      await postDonation(app.deps, { charityId: 6, currency: 'CAD', amountMinor: 250 });
      app.clock.advance(15 * 24 * 60 * 60 * 1000);
      const [signedIn, preview] = [await signInStaff(app, 'finance'), '/api/admin/payout-preview'];
      const of = { charityId: 6, charityName: 'Food banks across Canada', currency: 'CAD', donations: 1 };
      expect((await get(preview, signedIn)).json()).toEqual([
        { ...of, received: 200, refunded: 99.99, amount: 100.01, isPartial: true, problem: null },
      ]);
      const payouts = [{ charityId: 6, currency: 'CAD', amount: 100.01 }];
      expect(await post('/api/admin/payout-batches', { day: todayOf(app), payouts, reason }, signedIn)).toMatchObject({
        status: 200,
      });
      expect((await get(preview, signedIn)).json()).toEqual([
        { ...of, received: 2.5, refunded: 0, amount: 2.5, isPartial: false, problem: null },
      ]);
    });

    test('are created by one person and marked as paid by another, once', async () => {
      const amount = toDecimal(await makePayable(app));
      const { status, body } = await create(amount);
      expect(status).toBe(200);
      const { id } = body as { id: string };
      expect(await pay(id, finance)).toEqual({
        status: 409,
        body: refusal(
          'second_person_needed',
          'Someone other than the person who created this batch has to mark it as paid.',
        ),
      });
      expect(await pay(id, owner)).toEqual({ status: 200, body: { status: 'paid' } });
      expect(await pay(id, owner, { reference: 'BANK-2' })).toEqual({
        status: 409,
        body: refusal(
          'already_decided',
          `${owner.user.username} marked this batch as paid on March 4, 2026, 12:00 UTC, with the reference BANK-1.`,
        ),
      });
      expect((await get(`/api/admin/payout-batches/${id}`)).json()).toMatchObject({
        status: 'paid',
        createdBy: finance.user.username,
        decidedBy: owner.user.username,
        paidOn: '2026-03-04',
        reference: 'BANK-1',
        isOwn: true,
        mayWaive: false,
        sums: [{ amount: 10, currency: 'CAD' }],
        items: [{ charityId: 6, amount: 10, received: 10, refunded: 0, donations: 1, lastFour: '3000' }],
      });
    });

    test('are marked as paid by the only person who can do so, who waives the second person', async () => {
      await app.deps.db.write
        .updateTable('users')
        .set({ staff_role: null })
        .where('id', '=', finance.user.id)
        .execute();
      const { batchId } = await openBatch(app, owner.user.id);
      expect((await get(`/api/admin/payout-batches/${batchId}`, owner)).json()).toMatchObject({ mayWaive: true });
      expect(await pay(batchId, owner)).toMatchObject({ status: 409, body: { code: 'second_person_needed' } });
      expect(await pay(batchId, owner, { waive: true })).toMatchObject({ status: 200 });
    });

    test.each([
      [
        'a day in the future',
        '2026-03-05',
        10,
        'not_payable',
        'Food banks across Canada, CAD: The day is in the future.',
      ],
      [
        'another amount',
        '2026-03-04',
        9.99,
        'not_payable',
        'Food banks across Canada, CAD: The amount has changed. Please check it and try again.',
      ],
      ['half a cent', '2026-03-04', 10.005, 'invalid_amount', 'This amount is not valid in its currency.'],
      ['no day', '2026-02-30', 10, 'invalid_request', 'Please enter a day as YYYY-MM-DD.'],
    ])('are refused for %s', async (_what, day, amount, code, sentence) => {
      await makePayable(app);
      expect((await create(amount, day)).body).toEqual(refusal(code, sentence));
    });

    test('are refused to a charity without bank details', async () => {
      await makePayable(app);
      await app.deps.db.write.deleteFrom('bank_accounts').execute();
      expect(await create(10)).toEqual({
        status: 409,
        body: refusal('not_payable', 'Food banks across Canada, CAD: The bank details are missing.'),
      });
      expect((await get('/api/admin/payout-preview')).json()).toMatchObject([
        { amount: 10, problem: 'The bank details are missing.' },
      ]);
    });

    test('are refused if one payee is in a batch twice, and so is a batch without payouts', async () => {
      const one = { charityId: 6, currency: 'CAD', amount: 10 };
      const body = { day: todayOf(app), reason };
      expect(await post('/api/admin/payout-batches', { ...body, payouts: [one, one] })).toMatchObject({
        status: 400,
        body: { message: 'Each charity can be paid once per currency.' },
      });
      expect(await post('/api/admin/payout-batches', { ...body, payouts: [] })).toMatchObject({
        status: 400,
        body: { message: 'Please choose at least one payout.' },
      });
    });

    test('say who canceled them', async () => {
      const { batchId } = await openBatch(app);
      const url = `/api/admin/payout-batches/${batchId}/cancel`;
      expect(await post(url, { reason: ' ' })).toMatchObject({ status: 400 });
      expect(await post(url, { reason })).toEqual({ status: 200, body: { status: 'canceled' } });
      expect(await pay(batchId, owner)).toMatchObject({
        status: 409,
        body: { message: `${finance.user.username} canceled this batch on March 4, 2026, 12:00 UTC.` },
      });
    });

    test.each([
      ['GET', ''],
      ['POST', '/pay'],
      ['POST', '/cancel'],
      ['GET', '/payments/CAD'],
      ['GET', '/transfers/CAD'],
    ] as const)('of an unknown batch are not found: %s %s', async (method, path) => {
      const url = `/api/admin/payout-batches/${unknownBatch}${path}`;
      const body = { paidOn: todayOf(app), reference: 'BANK-1', reason };
      const response = await call(app, { method, url, cookie: finance.cookie, ...(method === 'POST' ? { body } : {}) });
      expect(response.statusCode).toBe(404);
    });

    test('show what was reversed of them since they were created', async () => {
      const { batchId } = await openBatch(app);
      const { intent_id: intentId } = await app.deps.db.read
        .selectFrom('payable_entries')
        .select('intent_id')
        .executeTakeFirstOrThrow();
      await postReversal(app.deps, { intentId, charityId: 6, currency: 'CAD', amountMinor: 1000 }, 300);
      await get('/api/admin/payout-preview');
      expect((await get(`/api/admin/payout-batches/${batchId}`)).json()).toMatchObject({
        items: [{ amount: 10, reversedSince: 3 }],
      });
    });

    test('are listed newest first, in pages', async () => {
      const ids: string[] = [];
      for (let number = 0; number < 51; number += 1) {
        app.clock.advance(1000);
        const id = `bat_${String(number).padStart(26, '0')}`;
        ids.unshift(id);
        await app.deps.db.write
          .insertInto('payout_batches')
          .values({
            id,
            day: '2026-03-04',
            status: 'open',
            created_by: finance.user.id,
            created_at: app.clock.now().toISOString(),
            reason,
            decided_by: null,
            decided_at: null,
            paid_on: null,
            reference: null,
          })
          .execute();
      }
      const first = await get('/api/admin/payout-batches');
      const second = await get(`/api/admin/payout-batches?cursor=${String(first.headers['x-next-cursor'])}`);
      const listed = [...first.json<{ id: string }[]>(), ...second.json<{ id: string }[]>()];
      expect(listed.map(({ id }) => id)).toEqual(ids);
      expect([first.json<unknown[]>().length, second.headers['x-next-cursor']]).toEqual([50, undefined]);
      expect((await get('/api/admin/payout-batches?cursor=nonsense')).statusCode).toBe(400);
    });

    test('have a bank file that stays the same when it is downloaded again, even after a change of our account', async () => {
      const { batchId } = await openBatch(app);
      const download = async (kind: string) => (await get(`/api/admin/payout-batches/${batchId}/${kind}/CAD`)).body;
      const [file, table] = [await download('payments'), await download('transfers')];
      expect(findPain001Problems(file)).toEqual([]);
      expect(file).toContain('<InstdAmt Ccy="CAD">10.00</InstdAmt>');
      expect(table).toContain('DE89370400440532013000');
      await app.deps.db.write
        .updateTable('bank_accounts')
        .set({ status: 'replaced' })
        .where('charity_id', 'is', null)
        .execute();
      app.clock.advance(60_000);
      expect([await download('payments'), await download('transfers')]).toEqual([file, table]);
    });

    test('have no bank file before our account is known, in another currency, or after they are canceled', async () => {
      const { batchId } = await openBatch(app);
      const url = (currency: string) => `/api/admin/payout-batches/${batchId}/payments/${currency}`;
      await app.deps.db.write.deleteFrom('bank_accounts').where('charity_id', 'is', null).execute();
      expect(statusAndBody(await get(url('CAD')))).toEqual({
        status: 409,
        body: refusal('no_bank_account', 'Please enter our bank account in this currency first.'),
      });
      expect((await get(url('EUR'))).statusCode).toBe(404);
      expect((await get(url('XXX'))).statusCode).toBe(404);
      await insertAccount(app.deps, null, 'CAD');
      expect((await get(url('CAD'))).statusCode).toBe(200);
      await post(`/api/admin/payout-batches/${batchId}/cancel`, { reason });
      expect((await get(url('CAD'))).statusCode).toBe(404);
    });
  });
});
