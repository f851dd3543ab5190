import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { endHold } from '#server/outbox/held-mails.ts';
import { recordAction, type Actor } from '#server/staff/index.ts';

export interface HeldEmailsDecision {
  readonly decision: 'send' | 'discard';
  readonly reason: string;
}

/** Sends or discards all emails that are held after a restore. Returns how many there were. */
export const decideHeldEmails = (deps: Deps, actor: Actor, { decision, reason }: HeldEmailsDecision): Promise<number> =>
  inTransaction(deps.db, async (tx) => {
    const emails = await endHold(tx, decision);
    if (emails > 0)
      await recordAction(deps, tx, {
        actor,
        action: decision === 'send' ? 'held_emails_sent' : 'held_emails_discarded',
        subject: { kind: 'emails', id: 'held' },
        before: { emails },
        reason,
      });
    return emails;
  });
