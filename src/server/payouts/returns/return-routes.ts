import type { FastifyInstance } from 'fastify';
import { returnProblemSentences, returnSentences } from '#contract/admin/money/payout-returns.ts';
import { payoutSentences } from '#contract/admin/money/payouts.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { requestReturn } from './request-return.ts';

/** Registers the calls about transfers that the bank returned. */
export function returnRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, payoutEndpoints.returnPayout, async ({ params, body, user, reply }) => {
    const { code } = await requestReturn(deps, user, params.id, body);
    switch (code) {
      case 'requested':
        deps.log.info({ payoutId: params.id, requestedBy: user.id }, 'return of a payout requested');
        return { status: 'approval_needed' as const };
      case 'already_waiting':
        return sendRefusal(reply, 'approval_waiting', returnSentences.waiting);
      case 'not_found':
        return sendRefusal(reply, 'not_found', payoutSentences.payoutUnknown);
      case 'already_returned':
        return sendRefusal(reply, 'already_decided', returnProblemSentences[code]);
      case 'not_paid':
        return sendRefusal(reply, 'not_paid', returnProblemSentences[code]);
      case 'before_paid':
      case 'future':
      case 'closed_day':
        return sendRefusal(reply, 'invalid_day', returnProblemSentences[code]);
    }
  });
}
