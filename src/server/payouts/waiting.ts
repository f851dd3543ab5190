import type { WaitingPayoutDecision } from '#contract/admin/money/payouts.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { mayWaiveSecondPerson } from './may-waive.ts';
import { listOpenBatches } from './batches/read-batches.ts';
import { readUsernames } from './names.ts';

/**
 * Lists the open batches and the proposed bank accounts that wait for a second person, oldest first. Each is decided on one of
 * the pages about payouts.
 */
export async function listWaitingDecisions(
  deps: Pick<Deps, 'db' | 'published'>,
  userId: string,
): Promise<WaitingPayoutDecision[]> {
  const db = deps.db.read;
  const batches = await listOpenBatches(db);
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['charity_id', 'currency', 'last_four', 'proposed_by', 'proposed_at'])
    .where('status', '=', 'proposed')
    .orderBy('proposed_at')
    .orderBy('id')
    .limit(listedMax)
    .execute();
  const charities = charityNames(deps);
  const names = await readUsernames(
    db,
    accounts.map((account) => account.proposed_by),
  );
  const mayWaive = await mayWaiveSecondPerson(db, userId);
  const about = (requesterId: string) => {
    const isOwn = requesterId === userId;
    return { isOwn, mayDecide: !isOwn || mayWaive };
  };
  const waiting: WaitingPayoutDecision[] = [
    ...batches.map(({ createdById, createdAt, createdBy, id, day, payouts, sums }) => ({
      kind: 'payout_batch' as const,
      batchId: id,
      day,
      payouts,
      sums,
      requestedAt: createdAt,
      requestedBy: createdBy,
      ...about(createdById),
    })),
    ...accounts.map((account) => ({
      kind: 'bank_account' as const,
      charityId: account.charity_id ?? 0,
      charityName: charities.get(account.charity_id ?? 0) ?? null,
      currency: account.currency,
      lastFour: account.last_four,
      requestedAt: account.proposed_at,
      requestedBy: names.get(account.proposed_by) ?? '',
      ...about(account.proposed_by),
    })),
  ];
  return waiting.toSorted((one, other) => (one.requestedAt < other.requestedAt ? -1 : 1));
}

const listedMax = 200;

export async function countWaitingDecisions(db: Queryable): Promise<number> {
  const { batches } = await db
    .selectFrom('payout_batches')
    .select((e) => e.fn.countAll<number>().as('batches'))
    .where('status', '=', 'open')
    .executeTakeFirstOrThrow();
  const { accounts } = await db
    .selectFrom('bank_accounts')
    .select((e) => e.fn.countAll<number>().as('accounts'))
    .where('status', '=', 'proposed')
    .executeTakeFirstOrThrow();
  return batches + accounts;
}
