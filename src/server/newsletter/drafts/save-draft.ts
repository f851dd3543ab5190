import type { MarkdownProblem } from '#domain/markdown/markdown.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { readMarkdown } from '#server/markdown/read-markdown.ts';
import { recordAction, type StaffMember } from '#server/staff/index.ts';
import { findNewsletter } from './queries.ts';

interface Draft {
  readonly subject: string;
  /** In Markdown. */
  readonly text: string;
}

type RefusedText = { readonly code: 'text_refused'; readonly problem: MarkdownProblem };

export async function createDraft(
  deps: Deps,
  { subject, text, actor }: Draft & { readonly actor: StaffMember },
): Promise<RefusedText | { readonly code: 'saved'; readonly id: string; readonly version: number }> {
  const read = readMarkdown(text);
  if (read.code === 'refused') return { code: 'text_refused', problem: read.problem };
  const id = newId('nwl', deps.random);
  const now = deps.clock.now().toISOString();
  await inTransaction(deps.db, async (tx) => {
    await tx
      .insertInto('newsletters')
      .values({
        id,
        subject,
        body: text,
        version: 1,
        status: 'draft',
        created_at: now,
        updated_at: now,
        updated_by: actor.username,
        started_at: null,
        started_by: null,
        postal_address: null,
        enqueued_to: null,
        enqueued_at: null,
        counted_since: null,
        pause_cause: null,
        paused_at: null,
        finished_at: null,
      })
      .execute();
    const newsletter = { kind: 'newsletter', id } as const;
    await recordAction(deps, tx, {
      actor,
      action: 'newsletter_created',
      subject: newsletter,
      after: { subject, text },
    });
  });
  return { code: 'saved', id, version: 1 };
}

export type SaveOutcome =
  | RefusedText
  | { readonly code: 'saved'; readonly version: number }
  | { readonly code: 'outdated' | 'already_sent' | 'not_found' };

/** Replaces the version of a draft that the author looked at; `outdated` when someone else has saved another one since. */
export async function saveDraft(
  deps: Deps,
  draft: Draft & { readonly id: string; readonly version: number; readonly actor: StaffMember },
): Promise<SaveOutcome> {
  const { id, version, subject, text, actor } = draft;
  const read = readMarkdown(text);
  if (read.code === 'refused') return { code: 'text_refused', problem: read.problem };
  return inTransaction(deps.db, async (tx): Promise<SaveOutcome> => {
    const before = await findNewsletter(tx, id);
    if (!before) return { code: 'not_found' };
    const { numUpdatedRows } = await tx
      .updateTable('newsletters')
      .set({
        subject,
        body: text,
        version: version + 1,
        updated_at: deps.clock.now().toISOString(),
        updated_by: actor.username,
      })
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .where('version', '=', version)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return { code: before.status === 'draft' ? 'outdated' : 'already_sent' };
    await recordAction(deps, tx, {
      actor,
      action: 'newsletter_saved',
      subject: { kind: 'newsletter', id },
      before: { subject: before.subject, text: before.body },
      after: { subject, text },
    });
    return { code: 'saved', version: version + 1 };
  });
}

/** Deletes a draft. A sent newsletter cannot be deleted. */
export function deleteDraft(
  deps: Deps,
  { id, reason, actor }: { readonly id: string; readonly reason: string; readonly actor: StaffMember },
): Promise<{ readonly code: 'deleted' | 'already_sent' | 'not_found' }> {
  return inTransaction(deps.db, async (tx) => {
    const before = await findNewsletter(tx, id);
    if (!before) return { code: 'not_found' };
    const { numDeletedRows } = await tx
      .deleteFrom('newsletters')
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .executeTakeFirst();
    if (numDeletedRows === 0n) return { code: 'already_sent' };
    await recordAction(deps, tx, {
      actor,
      action: 'newsletter_deleted',
      subject: { kind: 'newsletter', id },
      before: { subject: before.subject, text: before.body },
      reason,
    });
    return { code: 'deleted' };
  });
}
