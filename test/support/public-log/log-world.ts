import { utcDay } from '#domain/ledger/utc-day.ts';
import { money } from '#domain/money/money.ts';
import { verifyConsistency } from '#domain/public-log/verify-tree.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { copyPayableEntries, createBatch, payBatch } from '#server/payouts/index.ts';
import { returnPayout } from '#server/payouts/returns/return-payout.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { readConsistencyProof, sha256 as hashOnce } from '#server/public-log/tree-hashes.ts';
import type { LogHeadRow } from '#server/db/tables.ts';
import { memberOf } from '../accounts/staff.ts';
import { insertAccount, postDonation } from '../payouts/ledger-world.ts';
import type { TestApp } from '../app/start-app.ts';

const dayMs = 24 * 60 * 60 * 1000;

export const sha256 = (bytes: Uint8Array): Promise<Uint8Array> => Promise.resolve(hashOnce(bytes));

/** Posts donations of 1, 2, 3, … dollars, without their payments, and returns their ids in this order. */
export async function postDonations({ deps }: Pick<TestApp, 'deps'>, count: number): Promise<string[]> {
  const intents: string[] = [];
  for (let number = 1; number <= count; number += 1)
    intents.push((await postDonation(deps, { charityId: 6, currency: 'CAD', amountMinor: number * 100 })).intentId);
  const rows = await deps.db.read
    .selectFrom('donations')
    .select(['id', 'intent_id'])
    .where('intent_id', 'in', intents)
    .execute();
  const ids = new Map(rows.map((row) => [row.intent_id, row.id]));
  return intents.map((intentId) => ids.get(intentId)!);
}

/** Advances the clock until all posted donations can be paid, and pays this amount. Returns the payout's id. */
export async function payOut(app: TestApp, amountMinor: number, reference = 'BANK-1'): Promise<string> {
  const { deps, clock } = app;
  clock.advance(20 * dayMs);
  await copyPayableEntries(deps);
  const day = utcDay(clock.now());
  if ((await deps.db.read.selectFrom('bank_accounts').select('id').execute()).length === 0)
    await insertAccount(deps, 6, 'CAD');
  const batch = await createBatch(deps, await memberOf(deps, 'usr_creator'), {
    day,
    payouts: [{ payee: { charityId: 6, currency: 'CAD' }, expected: money(amountMinor, 'CAD') }],
    reason: 'Friday',
  });
  if (batch.code !== 'created') throw new Error(`the batch was refused: ${JSON.stringify(batch)}`);
  await payBatch(deps, await memberOf(deps, 'usr_payer'), batch.batchId, {
    paidOn: day,
    reference,
    isWaived: false,
    reason: 'Friday',
  });
  const { id } = await deps.db.read
    .selectFrom('payouts')
    .select('id')
    .where('batch_id', '=', batch.batchId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Records that the bank returned a payout. */
export async function recordReturn({ deps }: Pick<TestApp, 'deps'>, payoutId: string): Promise<void> {
  const payout = await deps.db.read
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', payoutId)
    .executeTakeFirstOrThrow();
  const approver = await memberOf(deps, 'usr_b');
  await inTransaction(deps.db, (tx) =>
    returnPayout(deps, tx, payout, {
      returnedOn: utcDay(deps.clock.now()),
      bankReason: 'Account closed',
      reference: 'R-1',
      reason: 'On the statement',
      requester: { id: 'usr_a', username: 'a' },
      approver,
    }),
  );
}

/** Reads the entries that the leaves commit to, in order; null if the donor was erased. */
export async function loggedEntries({ deps }: TestApp): Promise<(Record<string, unknown> | null)[]> {
  const rows = await deps.db.read
    .selectFrom('log_leaves')
    .innerJoin('log_commitments', 'log_commitments.transaction_id', 'log_leaves.transaction_id')
    .select('entry')
    .orderBy('leaf_index')
    .execute();
  return rows.map(({ entry }) => (entry === null ? null : (JSON.parse(entry) as Record<string, unknown>)));
}

export const readHeads = ({ deps }: Pick<TestApp, 'deps'>): Promise<LogHeadRow[]> =>
  deps.db.read.selectFrom('log_heads').selectAll().orderBy('tree_size').execute();

/** Finds pairs of signed heads in which the later one does not continue the earlier one. */
export async function findForks({ deps }: Pick<TestApp, 'deps'>, heads: readonly LogHeadRow[]): Promise<string[]> {
  const forks: string[] = [];
  for (const [index, from] of heads.entries())
    for (const to of heads.slice(index)) {
      const hashes = await readConsistencyProof(deps.db.read, from.tree_size, to.tree_size);
      const [first, second] = [from, to].map((row) => ({ treeSize: row.tree_size, rootHash: row.root_hash }));
      if (!(await verifyConsistency(sha256, { from: first!, to: second!, hashes })))
        forks.push(`${from.tree_size} to ${to.tree_size}`);
    }
  return forks;
}

/** Posts donations. After each one, appends what was posted and signs a head. */
export async function growLog(app: TestApp, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    await postDonations(app, 1);
    await sequenceLog(app.deps);
  }
}
