import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { confirmationSentences } from '#contract/payout-confirmation.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { confirmPayout, findStatedPayout } from './confirm-payout.ts';

/** Registers the calls that a charity makes with the link in a statement. */
export function confirmationRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.showStatedPayout, async ({ body, reply }) => {
    const payout = await findStatedPayout(deps.db.read, body.token);
    return payout ?? sendRefusal(reply, 'not_found', confirmationSentences.linkUnknown);
  });
  registerEndpoint(app, deps, endpoints.confirmPayout, async ({ body, user, reply }) => {
    if (user && user.staff_role !== null) return sendRefusal(reply, 'forbidden', confirmationSentences.staff);
    const confirmed = await confirmPayout(deps, body.token);
    switch (confirmed.code) {
      case 'confirmed':
        return confirmed.payout;
      case 'payout_returned':
        return sendRefusal(reply, confirmed.code, confirmationSentences.returned);
      case 'not_found':
        return sendRefusal(reply, confirmed.code, confirmationSentences.linkUnknown);
    }
  });
}
