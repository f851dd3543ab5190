import { expect } from 'vitest';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { writeBalances } from '#server/accounting/index.ts';
import type { Engine } from '#server/db/database.ts';
import { checkLedger } from '#server/ledger/index.ts';
import {
  cancelBatch,
  copyPayableEntries,
  createBatch,
  payBatch,
  readFigures,
  requestReturn,
} from '#server/payouts/index.ts';
import { memberOf } from '../accounts/staff.ts';
import { startApp, type TestApp } from '../app/start-app.ts';
import { stubCards } from '../payments/stub-cards.ts';
import { insertAccount, postDonation, postReversal, setDispute, type PostedDonation } from './ledger-world.ts';
import { approveReturn } from './approve-return.ts';

const dayMs = 24 * 60 * 60 * 1000;
const holdDays = 14;

/** The charities and currencies of the model; functions name one by its index. */
export const payees = [
  { charityId: 5, currency: 'CAD' },
  { charityId: 6, currency: 'CAD' },
  { charityId: 6, currency: 'USD' },
] as const satisfies readonly { charityId: number; currency: CurrencyCode }[];

/** A donation as the model remembers it. */
export interface TrackedDonation {
  readonly donation: PostedDonation;
  readonly postedAt: number;
  readonly refunds: { amountMinor: number; batch: Batch | undefined }[];
  batch: Batch | undefined;
  isDisputed: boolean;
}

export interface Batch {
  readonly id: string;
  readonly amountMinor: number;
  readonly payee: number;
  status: 'open' | 'paid';
}

/** The product, and a few lists from which its figures can be predicted. */
export interface PayoutModel {
  readonly app: TestApp;
  /** Starts a new run: empties the lists, and the tables that a run fills. */
  reset(): Promise<void>;
  /** Returns the findings of the ledger check about payouts. */
  findings(): Promise<unknown[]>;
  close(): Promise<void>;
  readonly donations: TrackedDonation[];
  readonly batches: Batch[];
  donate(payee: number, amountMinor: number): Promise<void>;
  refund(tracked: TrackedDonation, amountMinor: number): Promise<void>;
  /** Opens a dispute of a donation, or ends its open one in our favor. No money moves. */
  toggleDispute(tracked: TrackedDonation): Promise<void>;
  wait(days: number): Promise<void>;
  /** Writes the daily balances of finished days. */
  writeBalances(): Promise<void>;
  create(payee: number): Promise<void>;
  pay(batch: Batch): Promise<void>;
  cancel(batch: Batch): Promise<void>;
  /** Records that the bank returned the paid amount. */
  returnBatch(batch: Batch): Promise<void>;
  /** Compares every figure with the lists. */
  compare(): Promise<void>;
}

export async function startPayoutModel(engine: Engine): Promise<PayoutModel> {
  const app = await startApp(engine, { cards: stubCards(), environment: { PAYOUT_HOLD_DAYS: String(holdDays) } });
  for (const { charityId, currency } of payees) await insertAccount(app.deps, charityId, currency);
  const lists = createLists(() => app.clock.now().getTime());
  return {
    app,
    donations: lists.donations,
    batches: lists.batches,
    close: () => app.close(),
    reset: async () => {
      for (const table of emptiedTables) await app.deps.db.write.deleteFrom(table).execute();
      lists.donations.length = 0;
      lists.batches.length = 0;
    },
    findings: async () =>
      (await checkLedger(app.deps.db.read)).filter(({ rule }) => /payout|return|written/.test(rule)),
    writeBalances: () => writeBalances(app.deps),
    ...donorActions(app, lists),
    ...creationActions(app, lists),
    ...decisionActions(app, lists),
    compare: async () => {
      await copyPayableEntries(app.deps);
      for (const payee of payees.keys()) await comparePayee(app, lists, payee);
    },
  };
}

/** The tables that payouts, donations and finished days write to. */
const emptiedTables = [
  'statement_links',
  'payout_confirmations',
  'returned_entries',
  'payout_returns',
  'payable_entries',
  'payouts',
  'payout_batches',
  'ledger_entries',
  'ledger_transactions',
  'reversals',
  'hourly_movements',
  'daily_balances',
  'daily_money_in',
  'ledger_progress',
] as const;

type Lists = ReturnType<typeof createLists>;

/** Creates lists of donations and batches, and functions for the sums that follow from them. */
function createLists(now: () => number) {
  const donations: TrackedDonation[] = [];
  const batches: Batch[] = [];
  const isOld = ({ postedAt }: TrackedDonation): boolean => postedAt < now() - holdDays * dayMs;
  const isHeld = ({ batch, isDisputed }: TrackedDonation): boolean => isDisputed && batch === undefined;
  const ofPayee = (payee: number): TrackedDonation[] =>
    donations.filter(
      ({ donation }) =>
        donation.charityId === payees[payee]!.charityId && donation.currency === payees[payee]!.currency,
    );
  return {
    donations,
    batches,
    isOld,
    isHeld,
    ofPayee,
    /** Returns the part of a donation that no batch covers. */
    uncovered: (tracked: TrackedDonation): number =>
      (tracked.batch ? 0 : tracked.donation.amountMinor) -
      sum(tracked.refunds.filter(({ batch }) => !batch).map(({ amountMinor }) => amountMinor)),
    payable: (payee: number): TrackedDonation[] =>
      ofPayee(payee).filter((tracked) => isOld(tracked) && !isHeld(tracked)),
    inStatus: (payee: number, status: Batch['status']): number =>
      sum(batches.filter((batch) => batch.payee === payee && batch.status === status).map((one) => one.amountMinor)),
  };
}

function donorActions(
  { deps, clock }: TestApp,
  { donations }: Lists,
): Pick<PayoutModel, 'donate' | 'refund' | 'toggleDispute' | 'wait'> {
  return {
    donate: async (payee, amountMinor) => {
      const donation = await postDonation(deps, { ...payees[payee]!, amountMinor });
      donations.push({ donation, postedAt: clock.now().getTime(), refunds: [], batch: undefined, isDisputed: false });
    },
    refund: async (tracked, amountMinor) => {
      await postReversal(deps, tracked.donation, amountMinor);
      tracked.refunds.push({ amountMinor, batch: undefined });
    },
    toggleDispute: async (tracked) => {
      tracked.isDisputed = !tracked.isDisputed;
      await setDispute(deps, tracked.donation, tracked.isDisputed ? 'noted' : 'returned');
    },
    wait: async (days) => clock.advance(days * dayMs + 1),
  };
}

function creationActions({ deps, clock }: TestApp, lists: Lists): Pick<PayoutModel, 'create'> {
  return {
    create: async (payee) => {
      const covered = lists.payable(payee);
      const amountMinor = sum(covered.map(lists.uncovered));
      const expected = money(amountMinor, payees[payee]!.currency);
      const created = await createBatch(deps, await memberOf(deps, 'usr_a'), {
        day: utcDay(clock.now()),
        payouts: [{ payee: payees[payee]!, expected }],
        reason: 'Friday',
      });
      if (amountMinor <= 0) {
        expect(created).toMatchObject({ code: 'not_payable', problem: amountMinor < 0 ? 'negative' : 'nothing' });
        return;
      }
      if (created.code !== 'created') throw new Error(`the batch was refused: ${created.problem}`);
      const batch: Batch = { id: created.batchId, amountMinor, payee, status: 'open' };
      lists.batches.push(batch);
      for (const tracked of covered) {
        tracked.batch ??= batch;
        for (const refund of tracked.refunds) refund.batch ??= batch;
      }
    },
  };
}

/** Creates the actions of staff on a batch, with the responses that they must get. */
function decisionActions({ deps, clock }: TestApp, lists: Lists): Pick<PayoutModel, 'pay' | 'cancel' | 'returnBatch'> {
  const member = (id: string) => memberOf(deps, id);
  return {
    pay: async (batch) => {
      const paid = { paidOn: utcDay(clock.now()), reference: 'BANK-1', isWaived: false, reason: 'Friday' };
      expect(await payBatch(deps, await member('usr_a'), batch.id, paid)).toEqual({ code: 'second_person_needed' });
      expect(await payBatch(deps, await member('usr_b'), batch.id, paid)).toMatchObject({ code: 'paid' });
      expect(await payBatch(deps, await member('usr_c'), batch.id, paid)).toMatchObject({ code: 'decided' });
      batch.status = 'paid';
    },
    cancel: async (batch) => {
      expect(await cancelBatch(deps, await member('usr_a'), batch.id, 'Wrong day')).toMatchObject({ code: 'canceled' });
      release(lists, batch);
    },
    returnBatch: async (batch) => {
      const returned = {
        returnedOn: utcDay(clock.now()),
        bankReason: 'Account closed',
        reference: 'R-1',
        reason: 'Came back',
      };
      const { id: payoutId } = await deps.db.read
        .selectFrom('payouts')
        .select('id')
        .where('batch_id', '=', batch.id)
        .executeTakeFirstOrThrow();
      expect(await requestReturn(deps, await member('usr_a'), payoutId, returned)).toEqual({ code: 'requested' });
      expect(await approveReturn(deps, payoutId, await member('usr_b'))).toMatchObject({ code: 'approved' });
      expect(await requestReturn(deps, await member('usr_a'), payoutId, returned)).toEqual({
        code: 'already_returned',
      });
      release(lists, batch);
    },
  };
}

/** Removes a batch, so that another one can cover its donations and refunds. */
function release({ donations, batches }: Lists, batch: Batch): void {
  batches.splice(batches.indexOf(batch), 1);
  for (const tracked of donations) {
    if (tracked.batch === batch) tracked.batch = undefined;
    for (const refund of tracked.refunds) if (refund.batch === batch) refund.batch = undefined;
  }
}

/** Expects that the figures and the ledger agree with the lists. */
async function comparePayee({ deps }: TestApp, lists: Lists, payee: number): Promise<void> {
  const { charityId, currency } = payees[payee]!;
  const all = lists.ofPayee(payee);
  const received = sum(all.map(({ donation }) => donation.amountMinor));
  const refunded = sum(all.flatMap(({ refunds }) => refunds.map(({ amountMinor }) => amountMinor)));
  const owed = received - refunded - lists.inStatus(payee, 'paid');
  const expected = {
    owed,
    payable: sum(lists.payable(payee).map(lists.uncovered)),
    young: sum(all.filter((tracked) => !lists.isOld(tracked)).map(lists.uncovered)),
    disputed: sum(all.filter((tracked) => lists.isOld(tracked) && lists.isHeld(tracked)).map(lists.uncovered)),
    inBatches: lists.inStatus(payee, 'open'),
    paid: lists.inStatus(payee, 'paid'),
  };
  const found = (await readFigures(deps, deps.db.read)).find(
    (one) => one.charityId === charityId && one.currency === currency,
  );
  const names = Object.keys(expected) as (keyof typeof expected)[];
  expect(Object.fromEntries(names.map((name) => [name, found?.[name].amountMinor ?? 0]))).toEqual(expected);
  const posted = await deps.db.read
    .selectFrom('ledger_entries')
    .select('amount_minor')
    .where('account', '=', `charity:${charityId}`)
    .where('currency', '=', currency)
    .execute();
  expect(0 - sum(posted.map(({ amount_minor: amountMinor }) => amountMinor))).toBe(owed);
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
