import { checkPayoutProof } from '#domain/public-log/payout-proof.ts';
import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import type { Deps } from '#server/deps.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import {
  checkLog,
  cacheCoverTrees,
  proveDonation,
  provePayout,
  readCoverTree,
  sequenceLog,
} from '#server/public-log/index.ts';
import { findForks, readHeads } from '../public-log/log-world.ts';
import { proofTools } from '../public-log/proof-tools.ts';

/**
 * Finds what is wrong with the public log after a year: findings of the check, donations without a valid proof, and tree heads
 * that do not continue earlier ones.
 */
export async function comparePublicLog(deps: Deps): Promise<string[]> {
  await sequenceLog(deps);
  const differences = (await checkLog(deps.db.patient.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
  const donations = await deps.db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
  for (const { id, donor_id: donorId } of donations) {
    const proof = await proveDonation(deps, id);
    if (donorId === deletedDonorId && proof === undefined) continue; // the generated renewals have no account
    const checked = proof && (await checkReceiptProof(proofTools, proof));
    if (checked?.code !== 'included' || checked.entry.donation !== id)
      differences.push(`${id} is not proven: ${JSON.stringify(checked)}`);
  }
  differences.push(...(await findForks({ deps }, await readHeads({ deps }))).map((fork) => `heads fork: ${fork}`));
  return differences;
}

/**
 * Finds donations whose payout proof does not hold, and those that have a proof although their payout covers fewer than five
 * donations without a reversal. The public log must contain all payouts.
 */
export async function comparePayoutProofs(deps: Deps): Promise<string[]> {
  const entries = await deps.db.read
    .selectFrom('payable_entries as entry')
    .innerJoin('donations', 'donations.intent_id', 'entry.intent_id')
    .innerJoin('payouts', 'payouts.id', 'entry.payout_id')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .select(['payouts.id as payout_id', 'donations.id as donation_id', 'donations.donor_id', 'entry.is_reversal'])
    .where('batch.status', '=', 'paid')
    .orderBy('payouts.id')
    .execute();
  const byPayout = Map.groupBy(entries, (entry) => entry.payout_id);
  const sources = { db: deps.db.read, readCoverTree: cacheCoverTrees(readCoverTree, 0) }; // one payout after another
  const differences: string[] = entries.length === 0 ? ['no payout was paid'] : [];
  for (const { payout_id: payoutId, donation_id: donationId, donor_id: donorId, is_reversal: isReversal } of entries) {
    if (isReversal === 1 || donorId === deletedDonorId) continue;
    const proof = await provePayout(sources, donationId);
    if (!hasFiveUnreversed(byPayout.get(payoutId) ?? [])) {
      if (proof) differences.push(`${payoutId} covers too few donations for its proof of ${donationId}`);
      continue;
    }
    const checked = proof && (await checkPayoutProof(proofTools, proof));
    if (checked?.code !== 'covered' || checked.donation.donation !== donationId || checked.payout.payout !== payoutId)
      differences.push(`${payoutId} is not proven to name ${donationId}: ${JSON.stringify(checked)}`);
  }
  return differences;
}

function hasFiveUnreversed(
  entries: readonly { readonly donation_id: string; readonly is_reversal: number }[],
): boolean {
  const reversed = new Set(entries.filter((entry) => entry.is_reversal === 1).map((entry) => entry.donation_id));
  return entries.filter((entry) => entry.is_reversal === 0 && !reversed.has(entry.donation_id)).length >= 5;
}
