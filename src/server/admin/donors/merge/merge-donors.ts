import { mergeSentences, type MergePreview } from '#contract/admin/donors/help.ts';
import { deleteAccountRows } from '#server/account/index.ts';
import { moveArrivalMails } from '#server/arrival/index.ts';
import { lockAccount } from '#server/auth/index.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { claimDonationsPaidBy, moveDonationsOf } from '#server/donations/index.ts';
import { movePlans } from '#server/recurring/index.ts';
import { recordAction } from '#server/staff/index.ts';
import { sumDonorDonations } from '../detail/donor-donations.ts';
import type { DonorAction } from '../erase/erase-donor.ts';
import { findDonor, type AccountDonor, type Donor } from '../find-donor.ts';
import { toListedDonor } from '../search/listed-donors.ts';
import { judgeMerge } from './judge-merge.ts';
import { enqueueMergeMails } from './merge-mail.ts';

export type MergeRefusal =
  | { readonly code: 'not_found' }
  | { readonly code: 'merge_refused'; readonly sentence: string };

const notFound: MergeRefusal = { code: 'not_found' };

/** The account that stays, and the donor who is merged into it. */
export interface MergedDonors {
  readonly donorId: string;
  readonly endingId: string;
}

/** Finds what a merge would move, or why it is refused. */
export async function previewMerge(
  db: Queryable,
  { donorId, endingId }: MergedDonors,
): Promise<{ readonly code: 'allowed'; readonly preview: MergePreview } | MergeRefusal> {
  const [kept, ending] = [await findDonor(db, donorId), await findDonor(db, endingId)];
  if (!kept || !ending) return notFound;
  const verdict = judgeMerge(kept, ending);
  if (verdict.code !== 'allowed') return verdict;
  const sums = await sumDonorDonations(db, ending);
  if (ending.kind === 'guest' && sums.length === 0) return nothingLeft;
  const plans = ending.kind === 'guest' ? 0 : await countPlans(db, ending.id);
  return { code: 'allowed', preview: { kept: toListedDonor(kept), ending: toListedDonor(ending), sums, plans } };
}

const nothingLeft: MergeRefusal = { code: 'merge_refused', sentence: mergeSentences.nothingLeft };

async function countPlans(db: Queryable, donorId: string): Promise<number> {
  const { plans } = await db
    .selectFrom('plans')
    .select((e) => e.fn.countAll<number>().as('plans'))
    .where('donor_id', '=', donorId)
    .where('status', '!=', 'ended')
    .executeTakeFirstOrThrow();
  return plans;
}

export type Merge = { readonly code: 'merged'; readonly donations: number; readonly plans: number } | MergeRefusal;

/**
 * Moves a donor's donations and plans to another account of the same person, and deletes the donor's own account with its
 * sessions (decision 0113). The ledger does not change. A second merge of the same donor finds no donor.
 */
export const mergeDonors = (
  deps: Deps,
  { actor, donorId, endingId, reason }: DonorAction & MergedDonors,
): Promise<Merge> =>
  inTransaction(deps.db, async (tx) => {
    for (const id of [donorId, endingId].toSorted()) await lockAccount(tx, id); // always in this order, to avoid deadlocks
    const [kept, ending] = [await findDonor(tx, donorId), await findDonor(tx, endingId)];
    if (!kept || !ending) return notFound;
    const verdict = judgeMerge(kept, ending);
    if (verdict.code !== 'allowed') return verdict;
    const moved = await move(deps, tx, ending, verdict.kept);
    if (ending.kind === 'guest' && moved.donations === 0) return nothingLeft;
    await enqueueMergeMails(deps, tx, { kept: verdict.kept, ending, moved });
    await recordAction(deps, tx, {
      actor,
      action: 'donors_merged',
      subject: { kind: 'donor', id: kept.id },
      before: { merged: ending.id, ...moved },
      reason,
    });
    return { code: 'merged', ...moved };
  });

async function move(
  deps: Deps,
  tx: Tx,
  ending: Donor,
  kept: AccountDonor,
): Promise<{ donations: number; plans: number }> {
  if (ending.kind === 'guest')
    return { donations: await claimDonationsPaidBy(deps, tx, ending.emailKey, kept.id), plans: 0 };
  const plans = await movePlans(tx, ending.id, kept.id);
  const donations = await moveDonationsOf(tx, ending.id, kept.id);
  await moveArrivalMails(tx, ending.id, kept.id);
  await deleteAccountRows(tx, ending.id);
  return { donations, plans };
}
