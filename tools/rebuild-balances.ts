import { formatCountOf } from '#domain/money/format.ts';
import { rebuildBalances } from '#server/accounting/index.ts';
import { rebuildDonationDays } from '#server/report/index.ts';
import { runWithDeps } from './operator-deps.ts';

/** `npm run rebuild:balances`: writes the sums of all finished days and hours again, from the ledger. The product may be running. */
await runWithDeps(async ({ db }) => {
  const days = await rebuildBalances(db.patient);
  await rebuildDonationDays(db.patient);
  process.stdout.write(`Rebuilt the balances of ${formatCountOf(days, 'day')}.\n`);
  return 0;
});
