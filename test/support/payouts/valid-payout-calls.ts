import { utcDay, type UtcDay } from '#domain/ledger/utc-day.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { proposeAccount } from '#server/payouts/bank-accounts/change-account.ts';
import { findAccountInForce } from '#server/payouts/bank-accounts/find-accounts.ts';
import { previewBatch } from '#server/payouts/batches/preview-batch.ts';
import { createBatch, payBatch } from '#server/payouts/index.ts';
import { memberOf } from '../accounts/staff.ts';
import type { TestApp } from '../app/start-app.ts';
import { accountDetails, insertAccount, postDonation } from './ledger-world.ts';

const dayMs = 24 * 60 * 60 * 1000;
const payee = { charityId: 6, currency: 'CAD' } as const;
const reason = 'Friday';

export const todayOf = ({ clock }: Pick<TestApp, 'clock'>): UtcDay => utcDay(clock.now());

/** Posts a donation that is old enough to be paid. Returns the amount that can be paid to its charity. */
export async function makePayable(app: TestApp): Promise<Money> {
  const { deps, clock } = app;
  const earlier = new Date(clock.now().getTime() - 20 * dayMs);
  const donation = await postDonation({ ...deps, clock: { now: () => earlier } }, { ...payee, amountMinor: 1000 });
  const { id } = await deps.db.read
    .selectFrom('ledger_transactions')
    .select('id')
    .where('intent_id', '=', donation.intentId)
    .executeTakeFirstOrThrow();
  await deps.db.write
    .insertInto('payable_entries')
    .values({
      transaction_id: id,
      line: 2,
      charity_id: payee.charityId,
      currency: payee.currency,
      amount_minor: donation.amountMinor,
      is_reversal: 0,
      intent_id: donation.intentId,
      settled_at: earlier.toISOString(),
      posted_at: earlier.toISOString(),
      payout_id: null,
    })
    .execute();
  for (const charityId of [payee.charityId, null])
    if (!(await findAccountInForce(deps.db.read, { charityId, currency: payee.currency })))
      await insertAccount(deps, charityId, payee.currency);
  const previewed = await previewBatch(deps, todayOf(app));
  const { amount } = previewed.find((one) => one.charityId === payee.charityId && one.currency === payee.currency)!;
  return fromDecimal(amount, payee.currency)!;
}

/** Creates a batch with one payout, and returns both ids. */
export async function openBatch(app: TestApp, creator = 'usr_creator'): Promise<{ batchId: string; payoutId: string }> {
  const expected = await makePayable(app);
  const batch = await createBatch(app.deps, await memberOf(app.deps, creator), {
    day: todayOf(app),
    payouts: [{ payee, expected }],
    reason,
  });
  if (batch.code !== 'created') throw new Error(`the batch was refused: ${batch.problem}`);
  const payout = await app.deps.db.read
    .selectFrom('payouts')
    .select('id')
    .where('batch_id', '=', batch.batchId)
    .executeTakeFirstOrThrow();
  return { batchId: batch.batchId, payoutId: payout.id };
}

/** Creates a batch with one payout, and marks it as paid today. */
export async function paidBatch(app: TestApp): Promise<{ batchId: string; payoutId: string }> {
  const batch = await openBatch(app);
  const paid = { paidOn: todayOf(app), reference: 'BANK-1', isWaived: false, reason };
  await payBatch(app.deps, await memberOf(app.deps, 'usr_payer'), batch.batchId, paid);
  return batch;
}

/** Proposes a bank account of a charity without payouts, in place of any other proposed one. Returns its id. */
export async function enterAccount({ deps }: TestApp): Promise<string> {
  await deps.db.write.deleteFrom('bank_accounts').where('status', '=', 'proposed').execute();
  const proposed = await proposeAccount(
    deps,
    await memberOf(deps, 'usr_proposer'),
    { charityId: 5, currency: 'EUR' },
    { details: accountDetails, reason },
  );
  if (proposed.code !== 'proposed') throw new Error(`the account was refused: ${proposed.code}`);
  return proposed.accountId;
}

/** The parameters and body of a call, or a promise of them. */
type PreparedPayoutCall = object | Promise<object>;

const withoutInput = (): PreparedPayoutCall => ({});
const forBatch = async (app: TestApp) => ({ params: { id: (await openBatch(app)).batchId } });
const forPayout = async (app: TestApp) => ({ params: { id: (await openBatch(app)).payoutId } });
const forFile = async (app: TestApp) => ({ params: { id: (await openBatch(app)).batchId, currency: 'CAD' } });

/** A successful call of each endpoint for payouts. */
export const validPayoutCalls = {
  getPayouts: withoutInput,
  previewPayouts: withoutInput,
  listPayoutDecisions: withoutInput,
  listBatches: withoutInput,
  createBatch: async (app: TestApp) => {
    const { amountMinor } = await makePayable(app);
    const payouts = [{ ...payee, amount: amountMinor / 100 }];
    return { body: { day: todayOf(app), payouts, reason } };
  },
  getBatch: forBatch,
  payBatch: async (app: TestApp) => ({
    ...(await forBatch(app)),
    body: { paidOn: todayOf(app), reference: 'BANK-1', reason },
  }),
  cancelBatch: async (app: TestApp) => ({ ...(await forBatch(app)), body: { reason } }),
  returnPayout: async (app: TestApp) => ({
    params: { id: (await paidBatch(app)).payoutId },
    body: { returnedOn: todayOf(app), bankReason: 'Account closed', reference: 'R-1', reason },
  }),
  downloadPaymentFile: forFile,
  downloadTransfers: forFile,
  listPayoutEntries: forPayout,
  downloadStatement: forPayout,
  downloadStatementTable: forPayout,
  getCharity: (): PreparedPayoutCall => ({ params: { id: '6' } }),
  proposeBankAccount: async ({ deps }: TestApp) => {
    await deps.db.write.deleteFrom('bank_accounts').where('status', '=', 'proposed').execute();
    const typed = { currency: 'EUR', holder: 'Food Bank', country: 'DE', iban: 'DE89370400440532013000' };
    return { params: { id: '5' }, body: { ...typed, reason } };
  },
  decideBankAccount: async (app: TestApp) => ({
    params: { id: await enterAccount(app) },
    body: { decision: 'approve', reason },
  }),
};
