import type { FastifyInstance } from 'fastify';
import { reviewSentences } from '#contract/admin/review/review.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { cancelLostPlan } from '#server/payments/index.ts';
import { decideHeldEmails } from './decide-held-emails.ts';
import { readReview } from './read-review.ts';

export function reviewRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getReview, () => readReview(deps.db.read, deps.clock.now()));
  registerEndpoint(app, deps, endpoints.endHold, async ({ body, user }) => {
    const emails = await decideHeldEmails(deps, user, body);
    deps.log.info({ decision: body.decision, emails, decidedBy: user.id }, 'held emails sent or discarded');
    return { emails };
  });
  registerEndpoint(app, deps, endpoints.cancelLostPlan, async ({ params, body, user, reply }) => {
    if (!(await cancelLostPlan(deps, user, params.id, body.reason)))
      return sendRefusal(reply, 'not_found', reviewSentences.planUnknown);
    deps.log.info({ planId: params.id, canceledBy: user.id }, 'monthly donation without an account canceled');
    return { status: 'requested' as const };
  });
}
