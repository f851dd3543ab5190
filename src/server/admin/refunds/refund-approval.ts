import { refundSentences } from '#contract/admin/donations/refunds.ts';
import { formatWithCode } from '#domain/money/format.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { approvalHandler } from '#server/staff/index.ts';
import { refundInTransaction } from './refund-donation.ts';
import { amountOf, waitingRefund } from './waiting-refund.ts';

/** Makes a refund that a second person approves, unless the amount left has changed since it was requested. */
export const refundApproval = approvalHandler({
  right: 'refund',
  payload: waitingRefund,
  summaryOf: (waiting) => `Refund of ${formatWithCode(amountOf(waiting))}`,
  perform: async (deps, tx, { subject, payload, approver, requester, reason }) => {
    const { code } = await refundInTransaction(deps, tx, approver, subject.id, {
      ...(payload.isRest ? {} : { amount: toDecimal(amountOf(payload)) }),
      ...(payload.key === null ? {} : { key: payload.key }),
      expectedRemaining: toDecimal(money(payload.remainingMinor, payload.currency)),
      requestedBy: requester.username,
      reason,
    });
    if (code === 'requested') return { code: 'performed' };
    return { code: 'outdated', sentence: refundSentences.noLongerFits };
  },
});
