import type { FastifyInstance } from 'fastify';
import { movementSentences } from '#contract/admin/money/balances.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { bookMovement } from './book-movement.ts';
import { readBalances } from './read-balances.ts';

export function balanceRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.getBalances, () => readBalances(deps.db.read));
  registerEndpoint(app, deps, endpoints.bookMovement, async ({ body, user, reply }) => {
    const booked = await bookMovement(deps, user, body);
    switch (booked.code) {
      case 'booked': {
        const { provider, movementId, account } = body;
        deps.log.info({ provider, movementId, account, bookedBy: user.id }, 'movement booked');
        return { status: booked.code };
      }
      case 'not_found':
        return sendRefusal(reply, 'not_found', movementSentences.unknown);
      case 'not_offered':
        return sendRefusal(reply, 'action_not_offered', movementSentences.notOffered);
      case 'already_resolved':
        return sendRefusal(reply, 'already_resolved', booked.sentence);
    }
  });
}
