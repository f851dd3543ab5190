import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import type { Deps } from '#server/deps.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import { checkLog, proveDonation, sequenceLog } from '#server/public-log/index.ts';
import { findForks, readHeads } from '../public-log/log-world.ts';
import { proofTools } from '../public-log/proof-tools.ts';

/**
 * Everything that is wrong with the public log after a year: what its check finds, donations whose proof does not hold, heads
 * that do not continue earlier ones, and leaves that are missing.
 */
export async function comparePublicLog(deps: Deps): Promise<string[]> {
  await sequenceLog(deps);
  const differences = (await checkLog(deps.db.patient.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
  const donations = await deps.db.read.selectFrom('donations').select(['id', 'donor_id']).execute();
  for (const { id, donor_id: donorId } of donations) {
    const proof = await proveDonation(deps, id);
    if (donorId === deletedDonorId && proof === undefined) continue; // the renewals of this year have no account
    const checked = proof && (await checkReceiptProof(proofTools, proof));
    if (checked?.code !== 'included' || checked.entry.donation !== id)
      differences.push(`${id} is not proven: ${JSON.stringify(checked)}`);
  }
  differences.push(...(await findForks({ deps }, await readHeads({ deps }))).map((fork) => `heads fork: ${fork}`));
  return differences;
}
