import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { hasSecondFactor } from '#server/http/current-user.ts';
import { ownerAllowance, takeMailAllowance } from '#server/mail/mail-allowance.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { findOpenLink, isOpenLink, mailLink, takeLink } from '../links/mail-link.ts';
import { accountSubject, clearFailures, resetDeviceSubject } from '../login-lock.ts';
import { rememberDevice, type Caller } from '../session/known-devices.ts';
import { hashUntagged } from '../names.ts';
import { revokeAccess } from '../session/sessions.ts';
import { findUser, findUserByName, lockAccount, markEmailConfirmed, updatePasswordHash } from '../users.ts';
import { whenHashing } from './password.ts';

/**
 * Emails a link to choose a new password if the address has an account. Neither the response nor its timing reveals whether it
 * has one: every address is looked up and counted, and the email is sent later.
 */
export async function requestPasswordLink(deps: Deps, email: string): Promise<void> {
  const user = await findUserByName(deps.db.read, email);
  const mail = { kind: 'reset_password', keys: [hashUntagged(email)], allowance: ownerAllowance };
  await inTransaction(deps.db, async (tx) => {
    const isAllowed = await takeMailAllowance(deps, tx, mail);
    if (user && (isAllowed || (await hasNoLink(deps, tx, user)))) await mailLink(deps, tx, linkFor(user));
  });
}

const linkFor = ({ id, email }: UserRow) => ({ userId: id, purpose: 'reset_password', email }) as const;

/**
 * Returns true if an account with a confirmed address has no working link. The account then gets one even if its allowance is
 * used up. Otherwise strangers could use up a day's links within an hour, lock the account, and keep its owner out for the
 * rest of the day.
 */
async function hasNoLink(deps: Deps, tx: Tx, user: UserRow): Promise<boolean> {
  if (user.email_confirmed_at === null) return false;
  if (!(await lockAccount(tx, user.id))) return false; // locked, so that simultaneous requests mail one link
  return (await findOpenLink(tx, linkFor(user), deps.clock.now())) === undefined;
}

export type PasswordReset = { readonly code: 'reset'; readonly userId: string } | { readonly code: 'link_invalid' };

/**
 * Sets a new password with a mailed link. This is how an owner gets a stolen account back: every session ends and every known
 * device is forgotten, failed logins are cleared (unless the account also needs codes), a pending change of the address is
 * dropped, and a second factor from before the address was confirmed is removed. Strangers' guesses do not lock the browser
 * in which the link was used.
 */
export async function resetPassword(
  deps: Deps,
  { token, password }: { readonly token: string; readonly password: string },
  { address, deviceToken }: Required<Caller>,
): Promise<PasswordReset> {
  const isOpen = (): Promise<boolean> => isOpenLink(deps, token, ['reset_password']);
  if (!(await isOpen())) return { code: 'link_invalid' }; // hashing is expensive, and anyone can call this
  const passwordHash = await whenHashing(deps, address, async (hasher) =>
    (await isOpen()) ? hasher.hash(password) : undefined,
  );
  if (passwordHash === undefined) return { code: 'link_invalid' };
  return inTransaction(deps.db, async (tx) => {
    const link = await takeLink(deps, tx, token, ['reset_password']);
    const user = link && (await findUser(tx, link.user_id));
    if (!user) return { code: 'link_invalid' };
    await replacePassword(deps, tx, user, passwordHash);
    await rememberDevice(tx, { userId: user.id, token: deviceToken, hasSignedIn: false }, deps.clock.now());
    const isFactorRemoved = await removeUnprovenFactor(tx, user);
    await clearLock(tx, user.id);
    await enqueue(deps, tx, {
      kind: 'password_changed',
      dedupeKey: `password_changed:${link.token_hash}`,
      payload: { userId: user.id, ...(isFactorRemoved ? { removed: 'second_factor' } : {}) },
    });
    return { code: 'reset', userId: user.id };
  });
}

async function replacePassword(deps: Deps, tx: Tx, { id: userId }: UserRow, passwordHash: string): Promise<void> {
  await markEmailConfirmed(tx, userId, deps.clock.now()); // the person with the link can read email at this address
  await updatePasswordHash(tx, userId, passwordHash);
  await revokeAccess(deps, tx, userId);
}

/**
 * Removes a second factor that was set up before the account's address was confirmed: a stranger may have registered the
 * address, and would keep its owner out. Staff keep theirs: to join the team, they needed both the account and the mailed
 * invitation. Also removes one that is still being set up. Returns true if one was in force.
 */
async function removeUnprovenFactor(
  tx: Tx,
  { id, email_confirmed_at: emailConfirmedAt, staff_role: role }: UserRow,
): Promise<boolean> {
  const removed = await tx
    .deleteFrom('second_factors')
    .where('user_id', '=', id)
    .$if(role !== null, (query) => query.where('confirmed_at', 'is', null))
    .$if(emailConfirmedAt !== null, (query) =>
      query.where((e) => e.or([e('confirmed_at', 'is', null), e('confirmed_at', '<', emailConfirmedAt)])),
    )
    .returning('confirmed_at')
    .executeTakeFirst();
  return removed !== undefined && removed.confirmed_at !== null;
}

/** An account with a second factor stays locked: otherwise a reader of its email could guess codes without limit. */
async function clearLock(tx: Tx, userId: string): Promise<void> {
  if (await hasSecondFactor(tx, userId)) return;
  await clearFailures(tx, accountSubject(userId, userId));
  await clearFailures(tx, resetDeviceSubject(userId));
}
