import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { approvalHandlers } from '#server/approval-handlers.ts';
import {
  cancelBatch,
  copyPayableEntries,
  createBatch,
  payBatch,
  readFigures,
  requestReturn,
} from '#server/payouts/index.ts';
import { approve, type StaffMember } from '#server/staff/index.ts';
import { memberOf } from '../support/accounts/staff.ts';
import { approveReturn } from '../support/payouts/approve-return.ts';
import { insertAccount, postDonation, postReversal } from '../support/payouts/ledger-world.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 6;

describe('payouts at two servers on one PostgreSQL at the same time', () => {
  let apps: TwoApps;
  let creator: StaffMember;
  let ana: StaffMember;
  let bo: StaffMember;
  let approver: StaffMember;

  beforeAll(async () => {
    apps = await startTwoApps();
    await insertAccount(apps.first.deps, 6, 'CAD');
    creator = await memberOf(apps.first.deps, 'usr_creator');
    ana = await memberOf(apps.first.deps, 'usr_a');
    bo = await memberOf(apps.first.deps, 'usr_b');
    approver = await memberOf(apps.first.deps, 'usr_approver');
  });
  afterAll(() => apps.close());

  const today = () => apps.first.clock.now().toISOString().slice(0, 10);
  const donate = async () => {
    const donation = await postDonation(apps.first.deps, { charityId: 6, currency: 'CAD', amountMinor: 1000 });
    for (const { clock } of [apps.first, apps.second]) clock.advance(15 * 24 * 60 * 60 * 1000);
    return donation;
  };
  const create = ({ deps }: TestApp) =>
    createBatch(deps, creator, {
      day: today(),
      payouts: [{ payee: { charityId: 6, currency: 'CAD' }, expected: money(1000, 'CAD') }],
      reason: 'Friday',
    });
  const createOne = async (): Promise<string> => {
    await donate();
    const batch = await create(apps.first);
    if (batch.code !== 'created') throw new Error(`the batch was refused: ${batch.problem}`);
    return batch.batchId;
  };
  const pay = ({ deps }: TestApp, payer: StaffMember, batchId: string) =>
    payBatch(deps, payer, batchId, {
      paidOn: today(),
      reference: `of ${payer.id}`,
      isWaived: false,
      reason: 'Friday',
    });
  /** Pays a batch, and returns its payout's id. */
  const payOne = async (): Promise<string> => {
    const batchId = await createOne();
    await pay(apps.first, ana, batchId);
    const payouts = apps.first.deps.db.read.selectFrom('payouts').select('id').where('batch_id', '=', batchId);
    return (await payouts.executeTakeFirstOrThrow()).id;
  };
  const payAgain = async () => {
    const again = await create(apps.first);
    expect(again.code).toBe('created');
    if (again.code === 'created') await pay(apps.first, ana, again.batchId);
  };
  const returnDetails = () => ({
    returnedOn: today(),
    bankReason: 'Account closed',
    reference: 'R-1',
    reason: 'Came back',
  });
  const bankPostings = async (): Promise<number> => {
    const entries = apps.first.deps.db.read.selectFrom('ledger_entries').select('line').where('account', '=', 'bank');
    return (await entries.execute()).length;
  };
  const numbers = Array.from({ length: rounds }, (_, number) => number);

  test.each(numbers)('of two people who pay a batch, one wins and the other is told who (%d)', async () => {
    const batchId = await createOne();
    const before = await bankPostings();
    const outcomes = await Promise.all([pay(apps.first, ana, batchId), pay(apps.second, bo, batchId)]);
    const winner = outcomes[0].code === 'paid' ? ana.id : bo.id;
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['decided', 'paid']);
    expect(outcomes.find(({ code }) => code === 'decided')).toMatchObject({
      batch: { decided_by: winner, reference: `of ${winner}` },
    });
    expect(await bankPostings()).toBe(before + 1);
  });

  test.each(numbers)('of a payment and a cancellation, one wins (%d)', async () => {
    const batchId = await createOne();
    const outcomes = await Promise.all([
      pay(apps.first, ana, batchId),
      cancelBatch(apps.second.deps, bo, batchId, 'Wrong day'),
    ]);
    expect(outcomes.filter(({ code }) => code === 'decided')).toHaveLength(1);
    if (outcomes[1].code !== 'canceled') return;
    const again = await create(apps.first); // pays the donation of the canceled batch, so that nothing is left for the next round
    if (again.code === 'created') await pay(apps.first, ana, again.batchId);
  });

  test.each(numbers)('of two batches for the same donations, one is created (%d)', async () => {
    await donate();
    const outcomes = await Promise.all([create(apps.first), create(apps.second)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['created', 'not_payable']);
    for (const outcome of outcomes) if (outcome.code === 'created') await pay(apps.first, ana, outcome.batchId);
  });

  test.each(numbers)(
    'a refund that arrives while a batch is created is deducted from this batch or the next one (%d)',
    async () => {
      const donation = await donate();
      const [batch] = await Promise.all([
        create(apps.first),
        postReversal(apps.second.deps, donation, 300).then(() => copyPayableEntries(apps.second.deps)),
      ]);
      const owedMinor = async (): Promise<number> => {
        await copyPayableEntries(apps.first.deps);
        const [figures] = await readFigures(apps.first.deps, apps.first.deps.db.read);
        return figures!.owed.amountMinor;
      };
      expect(await owedMinor()).toBe(700);
      if (batch.code === 'created') await pay(apps.first, ana, batch.batchId);
      expect(await owedMinor()).toBe(batch.code === 'created' ? -300 : 700);
      await postReversal(apps.first.deps, donation, batch.code === 'created' ? -300 : 700); // nothing is left for the next round
    },
  );

  test.each(numbers)('of two people who approve a return, one records it (%d)', async () => {
    const payoutId = await payOne();
    await requestReturn(apps.first.deps, ana, payoutId, returnDetails());
    const before = await bankPostings();
    const { id: approvalId } = await apps.first.deps.db.read
      .selectFrom('approvals')
      .select('id')
      .where('subject_id', '=', payoutId)
      .executeTakeFirstOrThrow();
    const decide = ({ deps }: TestApp) =>
      approve(deps, approvalHandlers, { approvalId, actor: approver, reason: 'Checked' });
    const outcomes = await Promise.all([decide(apps.first), decide(apps.second)]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['approved', 'decided']);
    expect(await bankPostings()).toBe(before + 1);
    await payAgain();
  });

  test.each(numbers)('of two people who ask for the approval of a return, one succeeds (%d)', async () => {
    const payoutId = await payOne();
    const outcomes = await Promise.all([
      requestReturn(apps.first.deps, ana, payoutId, returnDetails()),
      requestReturn(apps.second.deps, bo, payoutId, returnDetails()),
    ]);
    expect(outcomes.map(({ code }) => code).toSorted()).toEqual(['already_waiting', 'requested']);
  });

  test.each(numbers)(
    'a payout that is returned while a batch is created is paid again by this batch or the next one (%d)',
    async () => {
      const payoutId = await payOne();
      await requestReturn(apps.first.deps, ana, payoutId, returnDetails());
      const [batch] = await Promise.all([create(apps.first), approveReturn(apps.second.deps, payoutId, approver)]);
      const [figures] = await readFigures(apps.first.deps, apps.first.deps.db.read);
      expect(figures).toMatchObject({ owed: money(1000, 'CAD') });
      if (batch.code === 'created') await pay(apps.first, ana, batch.batchId);
      else await payAgain();
    },
  );

  test('these races break no rule of the ledger about payouts', async () => {
    await copyPayableEntries(apps.first.deps);
    const findings = await checkLedger(apps.first.deps.db.read);
    expect(findings.filter(({ rule }) => /payout|return/.test(rule) || rule.startsWith('entries'))).toEqual([]);
  });
});
