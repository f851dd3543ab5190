import type { FastifyInstance } from 'fastify';
import { reviewItemSentences, type ResolveItemResponse } from '#contract/admin/review/review-items.ts';
import { reviewItemEndpoints } from '#contract/endpoints/admin/review/review-items.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { listItems } from './list-items.ts';
import { resolveItem } from './resolve-item.ts';

/** Registers the calls about the items that need review, and about the decisions on them. */
export function reviewItemRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, reviewItemEndpoints.listReviewItems, () => listItems(deps.db.read));
  registerEndpoint(app, deps, reviewItemEndpoints.resolveReviewItem, async ({ body, user, reply }) => {
    const resolved = await resolveItem(deps, user, body);
    switch (resolved.code) {
      case 'done':
        deps.log.info({ itemId: body.itemId, action: body.action, decidedBy: user.id }, eventOf(resolved.response));
        return resolved.response;
      case 'already_resolved':
        return sendRefusal(reply, 'already_resolved', resolved.sentence);
      case 'not_found':
        return sendRefusal(reply, 'not_found', reviewItemSentences.unknown);
      case 'not_offered':
        return sendRefusal(reply, 'action_not_offered', reviewItemSentences.notOffered);
      case 'still_differs':
        return sendRefusal(reply, 'still_differs', reviewItemSentences.stillDiffers);
      case 'unavailable':
        return sendRefusal(reply, 'provider_unavailable', reviewItemSentences.providerAway);
    }
  });
}

const eventOf = ({ status }: ResolveItemResponse): string =>
  status === 'approval_needed' ? 'refund waits for a second person' : 'review item resolved';
