import type { Deps } from '#server/deps.ts';
import type { PayPalProvider } from '#server/ports/paypal-provider.ts';
import { paypalPermissions } from '#server/ports/permissions.ts';
import { followDisputeById, type FollowedDispute } from '../reverse/follow-dispute.ts';
import { batches, countBooked, ifPermitted, type ReconciliationPeriod, type Tally } from './comparison.ts';
import { findDisputesToFetch, findReversalStatuses } from './queries.ts';

/** Collects results while disputes are fetched: the tally, and the permissions that our app lacks. */
export type DisputeFindings = Pick<ReconciliationPeriod, 'missing'> & { readonly tally: Tally };

export function countDispute(followed: FollowedDispute, { missing, tally }: DisputeFindings): void {
  if (followed.code === 'not_permitted') missing.add(paypalPermissions.disputes);
  countBooked(followed, tally);
}

/** Fetches the disputes in PayPal's list that we do not know, because PayPal may no longer keep the messages about them. */
export async function fetchUnknownDisputes(
  deps: Deps,
  paypal: PayPalProvider,
  { since, now }: { readonly since: Date; readonly now: Date },
  findings: DisputeFindings,
): Promise<void> {
  const listedSince = new Date(Math.max(since.getTime(), now.getTime() - listedMs));
  await ifPermitted(findings.missing, async () => {
    for await (const disputeIds of batches(paypal.listDisputes(listedSince))) {
      const known = await findReversalStatuses(deps.db.read, 'paypal', disputeIds);
      const unknown = disputeIds.filter((disputeId) => !known.has(disputeId));
      for (const disputeId of unknown) countDispute(await followDisputeById(deps, paypal, disputeId), findings);
      findings.tally.compared += unknown.length;
    }
  });
}

/** Fetches undecided and recently changed disputes again. PayPal may send no message when money moves after the decision. */
export async function refetchDisputes(
  deps: Deps,
  paypal: PayPalProvider,
  now: Date,
  findings: DisputeFindings,
): Promise<void> {
  const disputeIds = await findDisputesToFetch(deps.db.read, 'paypal', {
    moved: new Date(now.getTime() - undecidedMs),
    changed: new Date(now.getTime() - changedMs),
  });
  for (const disputeId of disputeIds) countDispute(await followDisputeById(deps, paypal, disputeId), findings);
  findings.tally.compared += disputeIds.length;
}

const dayMs = 24 * 60 * 60 * 1000;
const listedMs = 179 * dayMs; // PayPal lists 180 days, by its own clock
const undecidedMs = 200 * dayMs;
const changedMs = 35 * dayMs;
