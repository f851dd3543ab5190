import type { Deps } from '#server/deps.ts';
import { isToken } from '#server/tokens.ts';

/**
 * Ends a subscription, or a request for one, by the token in any of its mails: `unsubscribed`, and again when it ended already.
 * `link_invalid` for a token that nobody was sent. A confirmation link that is still under way ends with it.
 */
export async function unsubscribe(deps: Deps, token: string): Promise<{ code: 'unsubscribed' | 'link_invalid' }> {
  if (!isToken(token)) return { code: 'link_invalid' };
  const { numUpdatedRows } = await deps.db.write
    .updateTable('newsletter_subscribers')
    .set({
      status: 'unsubscribed',
      unsubscribed_at: deps.clock.now().toISOString(),
      confirm_token_hash: null,
      confirm_expires_at: null,
    })
    .where('unsubscribe_token', '=', token)
    .where('status', '!=', 'unsubscribed')
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return { code: 'unsubscribed' };
  const known = await deps.db.read
    .selectFrom('newsletter_subscribers')
    .select('id')
    .where('unsubscribe_token', '=', token)
    .executeTakeFirst();
  return { code: known ? 'unsubscribed' : 'link_invalid' };
}
