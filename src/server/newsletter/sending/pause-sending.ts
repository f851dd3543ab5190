import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findNewsletter } from '../drafts/queries.ts';

interface Change {
  readonly id: string;
  readonly reason: string;
  readonly actor: StaffMember;
}

/** Pauses a newsletter, or resumes it. `not_offered` when it is in another state. */
export function pauseOrResume(
  deps: Deps,
  to: 'paused' | 'sending',
  { id, reason, actor }: Change,
): Promise<{ readonly code: 'changed' | 'not_offered' | 'not_found' }> {
  const now = deps.clock.now().toISOString();
  return inTransaction(deps.db, async (tx) => {
    const before = await findNewsletter(tx, id);
    if (!before) return { code: 'not_found' };
    const { numUpdatedRows } = await tx
      .updateTable('newsletters')
      .set(
        to === 'paused'
          ? { status: to, pause_cause: 'staff', paused_at: now }
          : { status: to, pause_cause: null, paused_at: null, counted_since: now },
      )
      .where('id', '=', id)
      .where('status', '=', to === 'paused' ? 'sending' : 'paused')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { code: 'not_offered' };
    await recordAction(deps, tx, {
      actor,
      action: to === 'paused' ? 'newsletter_paused' : 'newsletter_resumed',
      subject: { kind: 'newsletter', id },
      before: { pauseCause: before.pause_cause },
      reason,
    });
    return { code: 'changed' };
  });
}
