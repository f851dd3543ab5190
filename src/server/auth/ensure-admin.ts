import { defaultTimeZone } from '#domain/donation/calendar-day.ts';
import { adminUsername } from '#domain/staff/first-administrator.ts';
import { ConfigError } from '#server/config/config.ts';
import { inTransaction, isUniqueViolation } from '#server/db/in-transaction.ts';
import type { UserRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { applyConfiguredPassword, insertAppliedPassword } from './configured-password.ts';
import { endLinks } from './links/mail-link.ts';
import { nameKey } from './names.ts';
import { hashPassword, ownAddress } from './password/password.ts';
import { findUserByName, insertUser, updateEmail } from './users.ts';

/** A `generatedPassword` must be shown to the operator now: it is stored nowhere. */
export type EnsuredAdmin =
  | { readonly code: 'created'; readonly generatedPassword: string | undefined }
  | { readonly code: 'unchanged' | 'updated' };

type AdminDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'random' | 'log' | 'passwordQueue'>;

/**
 * Creates the account of the first administrator, an Owner, on the first start, with the configured password or a random one of
 * 120 bits. On later starts, a configured address that differs from the account's, or a configured password with a new value,
 * replaces the old one and revokes the access that it gave.
 */
export async function ensureAdmin(deps: AdminDeps): Promise<EnsuredAdmin> {
  const existing = await findUserByName(deps.db.read, adminUsername);
  if (existing) return updateAdmin(deps, existing);
  const configured = deps.config.admin.password;
  const password = configured ?? Buffer.from(deps.random.bytes(15)).toString('base64url');
  const admin = await newAdmin(deps, password);
  const passwordHash = configured === undefined ? null : admin.password_hash;
  const isCreated = await inTransaction(deps.db, async (tx) => {
    if (!(await insertUser(tx, admin))) return false;
    await insertAppliedPassword(tx, { user_id: admin.id, password_hash: passwordHash });
    return true;
  });
  if (isCreated) return { code: 'created', generatedPassword: configured === undefined ? password : undefined };
  if (await findUserByName(deps.db.read, adminUsername)) return { code: 'unchanged' }; // another process created it first
  throw addressTaken();
}

const addressTaken = (): ConfigError =>
  new ConfigError('ADMIN_EMAIL is the address of another account. Choose another address.');

async function updateAdmin(deps: AdminDeps, admin: UserRow): Promise<EnsuredAdmin> {
  const hasNewAddress = await updateAddress(deps, admin);
  const hasNewPassword = await applyConfiguredPassword(deps, admin);
  return { code: hasNewAddress || hasNewPassword ? 'updated' : 'unchanged' };
}

/** Sets the configured address. Links mailed to the former one stop working. */
async function updateAddress(deps: AdminDeps, { id: userId, email_key: formerKey }: UserRow): Promise<boolean> {
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

const newAdmin = async (deps: AdminDeps, password: string): Promise<UserRow> => ({
  id: newId('usr', deps.random),
  username: adminUsername,
  username_key: nameKey(adminUsername),
  email: deps.config.admin.email,
  email_key: nameKey(deps.config.admin.email),
  password_hash: await hashPassword(deps, password, ownAddress),
  first_name: null,
  last_name: null,
  country: 'US',
  time_zone: defaultTimeZone,
  staff_role: 'owner',
  role: 'admin',
  created_at: deps.clock.now().toISOString(),
  email_confirmed_at: deps.clock.now().toISOString(), // the operator chose it
});
