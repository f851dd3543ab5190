import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { refundSentences } from '#contract/admin/donations/refunds.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { idempotencyKeyOf, registerEndpoint } from '#server/http/register-endpoint.ts';
import { refundDonation } from './refund-donation.ts';

export function refundRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.refundDonation, async ({ params, body, user, request, reply }) => {
    const refund = await refundDonation(deps, user, params.id, { ...body, key: idempotencyKeyOf(request) });
    switch (refund.code) {
      case 'requested':
      case 'approval_needed': {
        const { amount, code: status } = refund;
        const event = status === 'requested' ? 'refund requested' : 'refund waits for a second person';
        deps.log.info({ donationId: params.id, requestedBy: user.id, ...amount }, event);
        return { status, amount: toDecimal(amount), currency: amount.currency };
      }
      case 'approval_waiting':
        return sendRefusal(reply, refund.code, refundSentences.approvalWaiting);
      case 'donation_not_found':
        return sendRefusal(reply, refund.code, refundSentences.unknown);
      case 'nothing_to_refund':
        return sendRefusal(reply, refund.code, refundSentences.nothingLeft);
      case 'refund_under_way':
        return sendRefusal(reply, refund.code, refundSentences.underWay);
      case 'refund_in_review':
        return sendRefusal(reply, 'refund_under_way', refundSentences.inReview);
      case 'remaining_changed':
        return sendRefusal(reply, refund.code, refundSentences.remainingChanged);
      case 'refund_conflict':
        return sendRefusal(reply, refund.code, refundSentences.keyReused);
      case 'not_repeatable':
        return sendRefusal(reply, 'invalid_request', refundSentences.notRepeatable);
      case 'invalid_amount':
        return sendRefusal(reply, refund.code, refundSentences.amountInvalid);
    }
  });
}
