import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';

/**
 * Makes a subscription stand by the token of its mailed link: `confirmed`, and `confirmed` again as long as it stands. Anything
 * else is `link_invalid`: a token that expired, was altered, was followed by a newer one, or whose subscriber has left.
 */
export async function confirmSubscription(deps: Deps, token: string): Promise<{ code: 'confirmed' | 'link_invalid' }> {
  const tokenHash = hashToken(token);
  const now = deps.clock.now().toISOString();
  const { numUpdatedRows } = await deps.db.write
    .updateTable('newsletter_subscribers')
    .set({ status: 'confirmed', confirmed_at: now })
    .where('confirm_token_hash', '=', tokenHash)
    .where('confirm_expires_at', '>', now)
    .where('status', '=', 'waiting')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { code: 'confirmed' };
  const standing = await deps.db.read
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('confirm_token_hash', '=', tokenHash)
    .where('status', '=', 'confirmed')
    .executeTakeFirst();
  return { code: standing ? 'confirmed' : 'link_invalid' };
}
