import { nameKey } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';

interface SubscriberErasure {
  readonly email: string;
  readonly reason: string;
  readonly actor: StaffMember;
}

/**
 * Erases a subscriber's address and consent, on request. The newsletters sent to it stay counted, under an id that no longer
 * leads to anyone. Emails still waiting for it are not sent.
 */
export const eraseSubscriber = (
  deps: Deps,
  { email, reason, actor }: SubscriberErasure,
): Promise<{ readonly code: 'erased' | 'not_found' }> =>
  inTransaction(deps.db, async (tx) => {
    const erased = await tx
      .deleteFrom('newsletter_subscribers')
      .where('email_key', '=', nameKey(email))
      .returning('status')
      .executeTakeFirst();
    if (!erased) return { code: 'not_found' };
    const subject = { kind: 'newsletter', id: 'subscribers' } as const;
    await recordAction(deps, tx, { actor, action: 'subscriber_erased', subject, before: { ...erased }, reason });
    return { code: 'erased' };
  });
