import { defaultTimeZone } from '#domain/donation/civil-day.ts';
import { ConfigError } from '#server/config.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import { isUniqueViolation } from '#server/db/unique-violation.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { endOldAccess } from './end-old-access.ts';
import { endLinks } from './mail-link.ts';
import { adminUsername, nameKey } from './names.ts';
import { hashPassword, isPassword } from './password.ts';
import { findUserByName, insertUser, updateEmail, updatePasswordHash } from './queries.ts';

/** What became of the administrator's account; `generatedPassword` is to be told to the operator now, for it is kept nowhere. */
export type EnsuredAdmin =
  | { readonly code: 'made'; readonly generatedPassword: string | undefined }
  | { readonly code: 'kept' | 'changed' };

type AdminDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'random'>;

/**
 * Makes the administrator's account at the first start, with the configured password or one of 120 random bits. Afterwards an
 * address or a password that is configured and differs from the account's replaces it, and ends what came by the old one.
 */
export async function ensureAdmin(deps: AdminDeps): Promise<EnsuredAdmin> {
  const standing = await findUserByName(deps.db.read, adminUsername);
  if (standing) return keepAccount(deps, standing);
  const configured = deps.config.admin.password;
  const password = configured ?? Buffer.from(deps.random.bytes(15)).toString('base64url');
  if (await insertUser(deps.db.write, await newAdmin(deps, password)))
    return { code: 'made', generatedPassword: configured === undefined ? password : undefined };
  if (await findUserByName(deps.db.read, adminUsername)) return { code: 'kept' }; // another process was first
  throw addressTaken();
}

const addressTaken = (): ConfigError =>
  new ConfigError('ADMIN_EMAIL is the address of a donor who has an account: choose another.');

async function keepAccount(deps: AdminDeps, admin: UserRow): Promise<EnsuredAdmin> {
  const hasNewAddress = await keepAddress(deps, admin);
  const hasNewPassword = await keepPassword(deps, admin);
  return { code: hasNewAddress || hasNewPassword ? 'changed' : 'kept' };
}

/** Links that were mailed to the former address are worth nothing from now on. */
async function keepAddress(deps: AdminDeps, { id: userId, email_key: formerKey }: UserRow): Promise<boolean> {
  const { email } = deps.config.admin;
  if (nameKey(email) === formerKey) return false;
  try {
    await inTransaction(deps.db, async (tx) => {
      await updateEmail(tx, { userId, email, emailKey: nameKey(email), now: deps.clock.now() });
      await endLinks(deps, tx, userId, ['reset_password']);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw addressTaken();
    throw error;
  }
  return true;
}

async function keepPassword(deps: AdminDeps, admin: UserRow): Promise<boolean> {
  const { password } = deps.config.admin;
  if (password === undefined || (await isPassword(password, admin.password_hash))) return false;
  const passwordHash = await hashPassword(password);
  await inTransaction(deps.db, async (tx) => {
    await updatePasswordHash(tx, admin.id, passwordHash);
    await endOldAccess(deps, tx, admin.id);
  });
  return true;
}

const newAdmin = async ({ config, clock, random }: AdminDeps, password: string): Promise<UserRow> => ({
  id: newId('usr', random),
  username: adminUsername,
  username_key: nameKey(adminUsername),
  email: config.admin.email,
  email_key: nameKey(config.admin.email),
  password_hash: await hashPassword(password),
  first_name: null,
  last_name: null,
  country: 'US',
  time_zone: defaultTimeZone,
  role: 'admin',
  created_at: clock.now().toISOString(),
  email_confirmed_at: clock.now().toISOString(), // whoever runs the product chose it
});
