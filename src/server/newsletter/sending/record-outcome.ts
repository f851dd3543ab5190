import { hasTooManyRefusals } from '#domain/newsletter/newsletter.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { NewsletterRecipientRow, NewsletterRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { MailRefusal } from '#server/ports/mail-transport.ts';
import { recordAction } from '#server/staff/index.ts';
import { findNewsletter } from '../drafts/queries.ts';

/** An email of a newsletter. */
export interface RecipientKey {
  readonly newsletterId: string;
  readonly subscriberId: string;
}

export const recordSent = ({ db, clock }: Deps, key: RecipientKey): Promise<void> =>
  recordStatus(db.write, key, 'sent', clock.now());

export const recordSkipped = ({ db, clock }: Deps, key: RecipientKey): Promise<void> =>
  recordStatus(db.write, key, 'skipped', clock.now());

/**
 * Records a refused email. A subscription to an address that does not exist ends. When too many emails were refused, the
 * newsletter pauses, which begins a condition that staff are alerted about.
 */
export async function recordRefused(deps: Deps, key: RecipientKey, refusal: MailRefusal): Promise<void> {
  const now = deps.clock.now();
  await inTransaction(deps.db, async (tx) => {
    await recordStatus(tx, key, 'bounced', now);
    if (refusal.isAddressUnknown) await endSubscription(tx, key.subscriberId, now);
    await pauseIfTooManyRefused(deps, tx, key.newsletterId);
  });
}

async function recordStatus(
  db: Queryable,
  { newsletterId, subscriberId }: RecipientKey,
  status: NewsletterRecipientRow['status'],
  now: Date,
): Promise<void> {
  await db
    .updateTable('newsletter_recipients')
    .set({ status, decided_at: now.toISOString() })
    .where('newsletter_id', '=', newsletterId)
    .where('subscriber_id', '=', subscriberId)
    .execute();
}

async function endSubscription(tx: Tx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('newsletter_subscribers')
    .set({
      status: 'unsubscribed',
      unsubscribed_at: now.toISOString(),
      confirm_token_hash: null,
      confirm_expires_at: null,
    })
    .where('id', '=', id)
    .where('status', '=', 'confirmed')
    .execute();
}

/** Pauses a newsletter when too many of its emails were refused. Returns true if it did. */
export async function pauseIfTooManyRefused(deps: Deps, tx: Tx, id: string): Promise<boolean> {
  const newsletter = await findNewsletter(tx, id);
  if (!newsletter) return false;
  const counts = await countOutcomes(tx, newsletter);
  if (!hasTooManyRefusals(counts)) return false;
  const { numUpdatedRows } = await tx
    .updateTable('newsletters')
    .set({ status: 'paused', pause_cause: 'refusals', paused_at: deps.clock.now().toISOString() })
    .where('id', '=', id)
    .where('status', '=', 'sending')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await recordAction(deps, tx, {
    actor: 'system',
    action: 'newsletter_paused',
    subject: { kind: 'newsletter', id },
    after: { ...counts },
  });
  deps.log.warn({ newsletterId: id }, 'newsletter paused: too many emails were refused');
  return true;
}

/** Counts the outcomes since sending began or was resumed: the person who resumed it accepted the earlier refusals. */
async function countOutcomes(
  tx: Tx,
  { id, counted_since: since }: NewsletterRow,
): Promise<Record<'sent' | 'bounced', number>> {
  const rows = await tx
    .selectFrom('newsletter_recipients')
    .select(['status', (e) => e.fn.countAll<number>().as('count')])
    .where('newsletter_id', '=', id)
    .where('status', 'in', ['sent', 'bounced'])
    .where('decided_at', '>=', since)
    .groupBy('status')
    .execute();
  const countOf = (status: string): number => rows.find((row) => row.status === status)?.count ?? 0;
  return { sent: countOf('sent'), bounced: countOf('bounced') };
}
