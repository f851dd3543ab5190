import { hasRight } from '#domain/staff/rights.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffMember } from '#server/http/register-endpoint.ts';
import { recordAction } from '#server/staff/index.ts';

/**
 * Revokes a token immediately. `not_found` also for someone else's token, unless the actor has the right `manageIntegrations`.
 */
export const revokeToken = (
  deps: Deps,
  { actor, id, reason }: { readonly actor: StaffMember; readonly id: string; readonly reason: string },
): Promise<{ readonly code: 'revoked' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    const revoked = await tx
      .deleteFrom('api_tokens')
      .where('id', '=', id)
      .$if(!hasRight(actor.staff_role, 'manageIntegrations'), (query) => query.where('user_id', '=', actor.id))
      .returning(['user_id', 'name'])
      .executeTakeFirst();
    if (!revoked) return { code: 'not_found' };
    await recordAction(deps, tx, {
      actor,
      action: 'token_revoked',
      subject: { kind: 'token', id },
      before: { name: revoked.name, user: revoked.user_id },
      reason,
    });
    return { code: 'revoked' };
  });
