import { problemSentences, type PreviewedPayout } from '#contract/admin/money/payouts.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { UtcDay } from '#domain/ledger/utc-day.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Deps } from '#server/deps.ts';
import { copyPayableEntries } from '../copy-entries.ts';
import { readFigures } from '../read-figures.ts';
import { checkPayee } from './check-payee.ts';

/** Lists the payouts that a batch for a day could have, and those that cannot be made, with the problem of each. */
export async function previewBatch(deps: Deps, day: UtcDay): Promise<PreviewedPayout[]> {
  await copyPayableEntries(deps);
  const db = deps.db.read;
  const names = charityNames(deps);
  const previewed: PreviewedPayout[] = [];
  for (const payee of await readFigures(deps, db)) {
    const { received, refunded, amount, donations, isPartial, problem } = await checkPayee(deps, db, payee, day);
    previewed.push({
      charityId: payee.charityId,
      charityName: names.get(payee.charityId) ?? '',
      currency: payee.currency,
      received: toDecimal(received),
      refunded: toDecimal(refunded),
      amount: toDecimal(amount),
      donations,
      isPartial,
      problem: problem === undefined ? null : problemSentences[problem],
    });
  }
  return previewed;
}
