import { formatCountOf, formatMoney } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import {
  findForeignInstallations,
  findLostPlans,
  type LostPlan,
  summarizeRestore,
  type RestoreSummary,
} from '#server/payments/index.ts';

/** Describes a restore, plans without an account and payments of other installations in sentences; empty if there are none. */
export async function describeRestore(db: Queryable): Promise<string[]> {
  const restore = await summarizeRestore(db);
  const plans = await findLostPlans(db);
  const foreign = await findForeignInstallations(db);
  return [...(restore ? describe(restore) : []), ...plans.map(describePlan), ...foreign.map(describeForeign)];
}

function describe({ noticedAt, knownUntil, rebuilt, lostAccounts, held }: RestoreSummary): string[] {
  const totals = (rebuilt?.sums ?? []).map(({ totalMinor, currency }) => formatMoney(money(totalMinor, currency)));
  return [
    `A restored backup was noticed at ${noticedAt}. What happened since ${knownUntil} may be missing.`,
    rebuilt
      ? `Rebuilt from the providers' records: ${formatCountOf(rebuilt.donations, 'donation')}, ${totals.join(', ')}.`
      : 'No donation had to be rebuilt.',
    'Lost: accounts, claims, contact messages and newsletter subscriptions made since the backup. ' +
      'Their number is not known, except for accounts that made rebuilt donations: ' +
      `${formatCountOf(lostAccounts, 'account')} with ${formatCountOf(rebuilt?.withoutAccount ?? 0, 'donation')}, which the donors can claim again.`,
    'Lost too: batches of payouts created or paid since the backup. Before anyone creates a batch, compare /admin/payouts with the bank statement.',
    'Back again: accounts that were deleted since the backup and addresses that were erased. Delete and erase them again.',
    'As they were at the backup: roles of staff, API tokens, and bank accounts of charities. Repeat the changes made since.',
    describeHeld(held),
  ];
}

const describeHeld = ({ receipts, others }: RestoreSummary['held']): string =>
  receipts + others === 0
    ? 'No email is held.'
    : `Held: ${formatCountOf(receipts, 'receipt')} and ${formatCountOf(others, 'other email')}. ` +
      'Donors got most of them before the restore. Decide with: npm run held:emails -- send|discard';

const describePlan = ({ id, totalMinor, currency, nextChargeAt }: LostPlan): string =>
  `Without an account: the monthly donation ${id}, ${formatMoney(money(totalMinor, currency))}, next charge ${nextChargeAt ?? 'none'}. ` +
  'It returns to its donor when they register again with the same email address and confirm it. To cancel it: /admin/review';

const describeForeign = (installationId: string): string =>
  `Payments of the installation ${installationId} are quarantined. Give each installation its own provider account. ` +
  `If this database replaces that installation's: npm run reconcile -- --replaces ${installationId} --since DATE`;
