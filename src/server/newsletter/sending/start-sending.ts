import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { countSubscribers, findNewsletter, findSettings } from '../drafts/queries.ts';

interface Sending {
  readonly id: string;
  /** The version that the sender looked at. */
  readonly version: number;
  readonly reason: string;
  readonly actor: StaffMember;
}

export type SendingOutcome =
  | { readonly code: 'started' }
  | { readonly code: 'already_sent'; readonly startedBy: string }
  | { readonly code: 'not_found' | 'outdated' | 'no_mail_server' | 'no_postal_address' | 'no_subscribers' };

/** Starts sending a draft to everyone who is a confirmed subscriber now. */
export function startSending(deps: Deps, { id, version, reason, actor }: Sending): Promise<SendingOutcome> {
  return inTransaction(deps.db, async (tx): Promise<SendingOutcome> => {
    const draft = await findNewsletter(tx, id);
    if (!draft) return { code: 'not_found' };
    if (draft.status !== 'draft') return { code: 'already_sent', startedBy: draft.started_by ?? '' };
    if (!deps.mail) return { code: 'no_mail_server' };
    const settings = await findSettings(tx);
    if (!settings) return { code: 'no_postal_address' };
    const subscribers = await countSubscribers(tx);
    if (subscribers === 0) return { code: 'no_subscribers' };
    const now = deps.clock.now().toISOString();
    const { numUpdatedRows } = await tx
      .updateTable('newsletters')
      .set({
        status: 'sending',
        postal_address: settings.postal_address,
        started_at: now,
        started_by: actor.username,
        counted_since: now,
        enqueued_to: '',
      })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) {
      const current = await findNewsletter(tx, id); // on PostgreSQL someone may have sent it since it was read
      return current?.status === 'draft'
        ? { code: 'outdated' }
        : { code: 'already_sent', startedBy: current?.started_by ?? '' };
    }
    await recordAction(deps, tx, {
      actor,
      action: 'newsletter_sent',
      subject: { kind: 'newsletter', id },
      after: { subscribers, version },
      reason,
    });
    return { code: 'started' };
  });
}
