import * as z from 'zod/mini';
import { payoutReturn, returnProblemSentences, returnSentences } from '#contract/admin/money/payout-returns.ts';
import { formatUtcDay } from '#domain/ledger/utc-day.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { isSameMoney, money } from '#domain/money/money.ts';
import { storedCurrency } from '#server/db/row-money.ts';
import { withLock } from '#server/db/with-lock.ts';
import { approvalHandler } from '#server/staff/index.ts';
import { amountOf } from '../batches/read-batches.ts';
import { payoutLock } from '../payout-lock.ts';
import { findPayout } from '../statement/payout-entries.ts';
import { findReturnProblem } from './find-return-problem.ts';
import { returnPayout } from './return-payout.ts';

/** A return that waits for a second person, with what that person needs to know. */
const waitingReturn = z.object({
  ...payoutReturn.shape,
  amountMinor: z.int(),
  currency: storedCurrency,
  charityName: z.string(),
});

export type WaitingReturn = z.infer<typeof waitingReturn>;

/** Records the return that a second person approves, if that is still possible. */
export const returnApproval = approvalHandler({
  right: 'managePayouts',
  payload: waitingReturn,
  summaryOf: ({ amountMinor, currency, charityName, returnedOn, bankReason, reference }) =>
    `Return of a transfer of ${formatWithCode(money(amountMinor, currency))} to ${charityName} on ${formatUtcDay(returnedOn)} (${bankReason}; ${reference})`,
  perform: (deps, tx, { subject, payload, requester, approver, reason }) =>
    withLock(tx, [payoutLock], async () => {
      const { returnedOn, bankReason, reference } = payload;
      const payout = await findPayout(tx, subject.id);
      if (!payout || !isSameMoney(amountOf(payout), money(payload.amountMinor, payload.currency)))
        return { code: 'outdated', sentence: returnSentences.outdated };
      const problem = await findReturnProblem(deps, tx, payout, returnedOn);
      if (problem) return { code: 'outdated', sentence: returnProblemSentences[problem] };
      await returnPayout(deps, tx, payout, { returnedOn, bankReason, reference, reason, requester, approver });
      return { code: 'performed' };
    }),
});
