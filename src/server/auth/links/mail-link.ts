import type { Queryable, Tx } from '#server/db/database.ts';
import type { MailLinkRow, UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken } from '#server/http/current-user.ts';
import { newToken } from '#server/ids.ts';
import { encryptToken } from '#server/mail/link-token.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { hashUntagged } from '../names.ts';
import { lockAccount } from '../users.ts';

export type LinkPurpose = MailLinkRow['purpose'];

/** How long a link works, in hours after the request. */
export const linkHours: Readonly<Record<LinkPurpose, number>> = {
  confirm_email: 3 * 24,
  change_email: 3 * 24,
  reset_password: 1,
};

/** The user and purpose of a link, and the address to which it is mailed. */
interface MailedLink {
  readonly userId: string;
  readonly purpose: LinkPurpose;
  readonly email: string;
}

/**
 * Creates a link that works once, and enqueues its email. The token of 256 bits is only in the email: the table stores its
 * hash, and the job stores it encrypted until the email is sent. Also removes the user's expired links. Does nothing when the
 * account was deleted.
 */
export async function mailLink(deps: Deps, tx: Tx, link: MailedLink): Promise<void> {
  if (!(await lockAccount(tx, link.userId))) return;
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
  await enqueue(deps, tx, {
    kind: link.purpose,
    dedupeKey: `${link.purpose}:${hashToken(token)}`,
    payload: encryptToken(deps, token),
  });
}

const hourMs = 60 * 60 * 1000;

/** Mails the link that confirms an account's address, unless the address has used up its mail allowance. */
export async function mailConfirmation(deps: Deps, tx: Tx, user: Pick<UserRow, 'id' | 'email'>): Promise<void> {
  const mail = { kind: 'confirm_email', keys: [hashUntagged(user.email)], allowance: ownerAllowance };
  if (!(await takeMailAllowance(deps, tx, mail))) return;
  await mailLink(deps, tx, { userId: user.id, purpose: 'confirm_email', email: user.email });
}

/** Returns true if a token's link seems usable now for one of the purposes. This is only a first check: `takeLink` decides. */
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
 * Uses a link, in the transaction that does its work, and ends the user's other links of the same purpose. Of several
 * simultaneous uses, one succeeds. Undefined when the link was used, has expired, has another purpose or never existed, or when
 * it was mailed to an address that the account has replaced since. Locks the account first, because two uses that each end the
 * other's link would deadlock.
 */
export async function takeLink(
  deps: Deps,
  tx: Tx,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<MailLinkRow | undefined> {
  const owner = await tx
    .selectFrom('mail_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .executeTakeFirst();
  if (!owner || !(await lockAccount(tx, owner.user_id))) return undefined;
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
        e('purpose', '=', 'change_email'), // mailed to the address that will become the account's
        e('email', '=', e.selectFrom('users').select('email').whereRef('users.id', '=', 'mail_links.user_id')),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  if (link) await endLinks(deps, tx, link.user_id, [link.purpose]);
  return link;
}

/** Ends a user's open links of these purposes, as if they had been used. */
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

/** The new address that a user has requested and not confirmed yet; null when there is none. */
export const findPendingEmail = async (db: Queryable, userId: string, now: Date): Promise<string | null> =>
  (await findOpenLink(db, { userId, purpose: 'change_email' }, now))?.email ?? null;

/** Finds a link of a user that can be used now. */
export const findOpenLink = (
  db: Queryable,
  { userId, purpose }: Pick<MailedLink, 'userId' | 'purpose'>,
  now: Date,
): Promise<Pick<MailLinkRow, 'email'> | undefined> =>
  db
    .selectFrom('mail_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
