import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { PayoutProblem } from '#domain/payout/payout-problem.ts';
import { ensureAdmin } from '#server/auth/index.ts';
import { memberOf } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import {
  insertAccount,
  postDonation,
  postReversal,
  setDispute,
  type PostedDonation,
} from '#test/support/payouts/ledger-world.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { copyPayableEntries } from '../copy-entries.ts';
import { coveredMax, findPayable, findCutoff } from '../payable.ts';
import { readFigures, type PayeeFigures } from '../read-figures.ts';
import { createBatch, type CreatedBatch } from './create-batch.ts';
import { cancelBatch, payBatch, type PaymentOutcome } from './decide-batch.ts';

const dayMs = 24 * 60 * 60 * 1000;
const creator = 'usr_creator';
const payer = 'usr_payer';

forEachDatabase((engine) => {
  describe('a batch of payouts', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    const donate = (amountMinor: number, charityId = 6, currency: CurrencyCode = 'CAD'): Promise<PostedDonation> =>
      postDonation(app.deps, { charityId, currency, amountMinor });
    const waitDays = (days: number) => app.clock.advance(days * dayMs);
    const today = () => app.clock.now().toISOString().slice(0, 10);
    const create = async (
      amountMinor: number,
      { userId = creator, charityId = 6, day = today() } = {},
    ): Promise<CreatedBatch> =>
      createBatch(app.deps, await memberOf(app.deps, userId), {
        day,
        payouts: [{ payee: { charityId, currency: 'CAD' }, expected: money(amountMinor, 'CAD') }],
        reason: 'Friday',
      });
    const created = async (amountMinor: number, userId = creator): Promise<string> => {
      const batch = await create(amountMinor, { userId });
      if (batch.code !== 'created') throw new Error(`not created: ${JSON.stringify(batch)}`);
      return batch.batchId;
    };
    const pay = async (
      batchId: string,
      userId = payer,
      changes: { paidOn?: string; isWaived?: boolean } = {},
    ): Promise<PaymentOutcome> =>
      payBatch(app.deps, await memberOf(app.deps, userId), batchId, {
        paidOn: today(),
        reference: 'BANK-1',
        isWaived: false,
        reason: 'Friday',
        ...changes,
      });
    const cancel = async (batchId: string, userId = creator) =>
      cancelBatch(app.deps, await memberOf(app.deps, userId), batchId, 'Wrong day');
    const figures = async (): Promise<PayeeFigures[]> => {
      await copyPayableEntries(app.deps);
      return readFigures(app.deps, app.deps.db.read);
    };
    const cad = (minor: Partial<Record<Exclude<keyof PayeeFigures, 'charityId' | 'currency'>, number>>) => ({
      charityId: 6,
      currency: 'CAD',
      ...Object.fromEntries(
        (['owed', 'payable', 'young', 'disputed', 'inBatches', 'paid'] as const).map((name) => [
          name,
          money(minor[name] ?? 0, 'CAD'),
        ]),
      ),
    });
    const postedTo = async (account: 'bank' | 'charity:6') =>
      (
        await app.deps.db.read
          .selectFrom('ledger_entries')
          .select('amount_minor')
          .where('account', '=', account)
          .execute()
      ).reduce((sum, entry) => sum + entry.amount_minor, 0);

    test('pays the donations that are past the hold, less their refunds', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      const refunded = await donate(1000);
      await donate(500);
      waitDays(14);
      await postReversal(app.deps, refunded, 300);
      await donate(700);
      app.clock.advance(1);
      expect(await figures()).toEqual([cad({ owed: 1900, payable: 1200, young: 700 })]);
      const batchId = await created(1200);
      expect(await figures()).toEqual([cad({ owed: 1900, inBatches: 1200, young: 700 })]);
      expect([await postedTo('bank'), await postedTo('charity:6')]).toEqual([0, -1900]);
      expect(await pay(batchId)).toEqual({ code: 'paid', isWaived: false });
      expect(await figures()).toEqual([cad({ owed: 700, young: 700, paid: 1200 })]);
      expect([await postedTo('bank'), await postedTo('charity:6')]).toEqual([-1200, -700]);
      expect(
        await app.deps.db.read
          .selectFrom('payouts')
          .select(['received_minor', 'refunded_minor', 'donations'])
          .execute(),
      ).toEqual([{ received_minor: 1500, refunded_minor: 300, donations: 2 }]);
    });

    test('is refused to the second of two creators, because the first batch covers the donations already', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15);
      await created(1000);
      expect(await create(1000)).toMatchObject({ code: 'not_payable', problem: 'nothing' });
    });

    test('is refused if the amount is not what its creator saw', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      const donation = await donate(1000);
      waitDays(15);
      await postReversal(app.deps, donation, 1);
      expect(await create(1000)).toMatchObject({ code: 'not_payable', problem: 'changed' });
      expect(await app.deps.db.read.selectFrom('payout_batches').selectAll().execute()).toEqual([]);
    });

    const unpaid: readonly [string, PayoutProblem, () => Promise<void>][] = [
      ['without bank details', 'no_bank_details', async () => void (await donate(1000))],
      [
        'whose bank account was just changed',
        'on_hold',
        async () => {
          await donate(1000);
          await insertAccount(app.deps, 6, 'CAD', new Date(app.clock.now().getTime() + 16 * dayMs));
        },
      ],
      ['with a zero balance', 'nothing', async () => void (await insertAccount(app.deps, 6, 'CAD'))],
      [
        'with a negative balance',
        'negative',
        async () => {
          await insertAccount(app.deps, 6, 'CAD');
          const donation = await donate(1000);
          waitDays(15);
          await pay(await created(1000));
          await postReversal(app.deps, donation, 1000);
        },
      ],
    ];

    test.each(unpaid)('is refused to a charity %s', async (_what, problem, prepare) => {
      await prepare();
      waitDays(15);
      expect(await create(1000)).toMatchObject({ code: 'not_payable', problem });
    });

    test('is refused for a future day, and for a day before that of an earlier payout', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15);
      const tomorrow = new Date(app.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
      const yesterday = new Date(app.clock.now().getTime() - dayMs).toISOString().slice(0, 10);
      expect(await create(1000, { day: tomorrow })).toMatchObject({ problem: 'future' });
      const batchId = await created(1000);
      expect(await create(1000, { day: yesterday })).toMatchObject({ problem: 'closed' });
      await cancel(batchId);
      expect(await create(1000, { day: yesterday })).toMatchObject({ code: 'created' });
    });

    test('releases its donations when it is canceled, and can no longer be paid', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15);
      const batchId = await created(1000);
      expect(await cancel(batchId, payer)).toEqual({ code: 'canceled' });
      expect(await figures()).toEqual([cad({ owed: 1000, payable: 1000 })]);
      expect(await pay(batchId)).toMatchObject({ code: 'decided', batch: { status: 'canceled', decided_by: payer } });
      expect(await postedTo('bank')).toBe(0);
      expect(await create(1000)).toMatchObject({ code: 'created' });
    });

    test('cannot be paid by its creator, and names the person who paid it when someone else tries again', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15);
      const batchId = await created(1000);
      expect(await pay(batchId, creator)).toEqual({ code: 'second_person_needed' });
      expect(await pay(batchId, creator, { isWaived: true })).toEqual({ code: 'second_person_needed' });
      await pay(batchId);
      const now = app.clock.now().toISOString();
      expect(await pay(batchId, 'usr_third')).toMatchObject({
        code: 'decided',
        batch: { status: 'paid', decided_by: payer, decided_at: now, reference: 'BANK-1', paid_on: today() },
      });
      expect(await cancel(batchId)).toMatchObject({ code: 'decided' });
      expect(await postedTo('bank')).toBe(-1000);
      expect(await pay('bat_unknown')).toEqual({ code: 'not_found' });
    });

    test('is paid by its creator only if that is an Owner who alone has the right and waives the second person', async () => {
      await ensureAdmin(app.deps);
      const admin = await app.deps.db.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15);
      const batchId = await created(1000, admin.id);
      expect(await pay(batchId, admin.id)).toEqual({ code: 'may_waive' });
      expect(await pay(batchId, admin.id, { isWaived: true })).toEqual({ code: 'paid', isWaived: true });
    });

    test('cannot be paid on a future day, or on a day that had ended in every time zone before its creation', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      await donate(1000);
      waitDays(15.5);
      const batchId = await created(1000);
      expect(today()).toBe('2026-03-20');
      for (const paidOn of ['2026-03-18', '2026-03-21'])
        expect(await pay(batchId, payer, { paidOn })).toEqual({ code: 'day_invalid' });
      expect(await pay(batchId, payer, { paidOn: '2026-03-19' })).toMatchObject({ code: 'paid' });
    });

    test.each(['before', 'after'] as const)(
      'keeps its amount when a refund is posted %s it is paid; the next one is smaller',
      async (when) => {
        await insertAccount(app.deps, 6, 'CAD');
        const donation = await donate(1000);
        waitDays(15);
        const batchId = await created(1000);
        if (when === 'before') await postReversal(app.deps, donation, 400);
        await pay(batchId);
        if (when === 'after') await postReversal(app.deps, donation, 400);
        expect(await figures()).toEqual([cad({ owed: -400, payable: -400, paid: 1000 })]);
        await donate(900);
        waitDays(15);
        expect(await figures()).toEqual([cad({ owed: 500, payable: 500, paid: 1000 })]);
        await pay(await created(500));
        expect(await figures()).toEqual([cad({ paid: 1500 })]);
      },
    );

    test('leaves out disputed donations, with their refunds, until the dispute is decided', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      const disputed = await donate(1000);
      await donate(500);
      await postReversal(app.deps, disputed, 100);
      await setDispute(app.deps, disputed, 'noted');
      waitDays(15);
      expect(await figures()).toEqual([cad({ owed: 1400, payable: 500, disputed: 900 })]);
      await created(500);
      await setDispute(app.deps, disputed, 'returned');
      expect(await figures()).toEqual([cad({ owed: 1400, payable: 900, inBatches: 500 })]);
      await created(900);
    });

    test('is smaller as soon as a donation of an earlier payout is disputed', async () => {
      await insertAccount(app.deps, 6, 'CAD');
      const disputed = await donate(1000);
      waitDays(15);
      await pay(await created(1000));
      await donate(3000);
      await setDispute(app.deps, disputed, 'taken');
      await postReversal(app.deps, disputed, 1000);
      waitDays(15);
      await pay(await created(2000));
      await setDispute(app.deps, disputed, 'returned');
      await postReversal(app.deps, disputed, -1000);
      expect(await figures()).toEqual([cad({ owed: 1000, payable: 1000, paid: 3000 })]);
    });

    test('covers no more entries than one statement can handle, oldest donations first', async () => {
      const first = await donate(100);
      waitDays(1);
      await donate(200);
      waitDays(1);
      await donate(400);
      await postReversal(app.deps, first, 50);
      await copyPayableEntries(app.deps);
      const payee = { charityId: 6, currency: 'CAD' } as const;
      const sumUpTo = async (max: number) => {
        const { received, refunded } = await findPayable(
          app.deps.db.read,
          payee,
          await findCutoff(app.deps.db.read, payee, '2027', max),
        );
        return [received.amountMinor, refunded.amountMinor];
      };
      expect(coveredMax).toBe(10_000);
      expect([await sumUpTo(2), await sumUpTo(3), await sumUpTo(4)]).toEqual([
        [100, 50],
        [300, 50],
        [700, 50],
      ]);
    });
  });
});
