import type { Tx, Queryable } from '#server/db/database.ts';
import type { MailLinkRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { newToken } from '#server/tokens.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { holdAccount } from './hold-account.ts';

/** What a mailed link is good for. */
export type LinkPurpose = MailLinkRow['purpose'];

/** How long a link works from when it was asked for, in hours. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = {
  confirm_email: 3 * 24,
  change_email: 3 * 24,
  reset_password: 1,
};

/**
 * Makes a link that works once and enqueues the mail that brings it, in one transaction. Its token of 256 bits goes into the
 * mail alone; the table keeps a hash. The user's links that have expired leave here. Nothing happens for an account that is gone.
 */
export async function mailLink(
  deps: Deps,
  tx: Tx,
  link: { readonly userId: string; readonly purpose: LinkPurpose; readonly email: string },
): Promise<void> {
  if (!(await holdAccount(tx, link.userId))) return;
  const token = newToken(deps.random);
  const now = deps.clock.now();
  await tx
    .deleteFrom('mail_links')
    .where('user_id', '=', link.userId)
    .where('expires_at', '<=', now.toISOString())
    .execute();
  await tx
    .insertInto('mail_links')
    .values({
      token_hash: hashToken(token),
      user_id: link.userId,
      purpose: link.purpose,
      email: link.email,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + linkHours[link.purpose] * hourMs).toISOString(),
      used_at: null,
    })
    .execute();
  await enqueue(deps, tx, { kind: link.purpose, dedupeKey: `${link.purpose}:${hashToken(token)}`, payload: { token } });
}

const hourMs = 60 * 60 * 1000;

/** Whether a token belongs to a link that is good for one of the purposes now. Only taking it is certain. */
export async function isOpenLink(deps: Deps, token: string, purposes: readonly LinkPurpose[]): Promise<boolean> {
  const link = await deps.db.read
    .selectFrom('mail_links')
    .select('token_hash')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', deps.clock.now().toISOString())
    .executeTakeFirst();
  return link !== undefined;
}

/**
 * Uses a link, inside the transaction of what it does: one conditional update, so of all who come with it one has it. Undefined
 * when it was used, has expired, is for something else or never was, and when it went to an address that is the account's no
 * more, as one that was asked for just before that changed. The user's other links of its purpose end with it.
 */
export async function takeLink(
  deps: Deps,
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<MailLinkRow | undefined> {
  const now = deps.clock.now().toISOString();
  const link = await tx
    .updateTable('mail_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where((e) =>
      e.or([
        e('purpose', '=', 'change_email'), // which goes to the address that is to be
        e('email', '=', e.selectFrom('users').select('email').whereRef('users.id', '=', 'mail_links.user_id')),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (link) await endLinks(deps, tx, link.user_id, [link.purpose]);
  return link;
}

/** Ends a user's open links of some purposes, as if they had been used. */
export async function endLinks(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  userId: string,
  purposes: readonly LinkPurpose[],
): Promise<void> {
  await tx
    .updateTable('mail_links')
    .set({ used_at: deps.clock.now().toISOString() })
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .execute();
}

/** The address that waits for its confirmation to take the place of a user's own; null when none does. */
export async function findPendingEmail(db: Queryable, userId: string, now: Date): Promise<string | null> {
  const link = await db
    .selectFrom('mail_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  return link?.email ?? null;
}
