import { findUser, nameKey } from '#server/auth/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { UserRow } from '#server/db/tables.ts';
import { isId } from '#server/ids.ts';

export interface AccountDonor {
  readonly kind: 'account';
  readonly id: string;
  readonly emailKey: string;
  readonly user: UserRow;
}

/** An address that a guest typed when paying. */
export interface GuestDonor {
  readonly kind: 'guest';
  /** The id of the first payment with the address, among those whose addresses are still stored. */
  readonly id: string;
  readonly emailKey: string;
  readonly email: string;
  readonly paidAt: string;
}

export type Donor = AccountDonor | GuestDonor;

/** Finds the account with this id, or the guest who typed an address for the payment or donation with this id. */
export async function findDonor(db: Queryable, id: string): Promise<Donor | undefined> {
  if (isId('usr', id)) {
    const user = await findUser(db, id);
    return user && toAccountDonor(user);
  }
  const column = isId('int', id) ? 'id' : isId('don', id) ? 'donation_id' : undefined;
  if (column === undefined) return undefined;
  const payer = await db
    .selectFrom('donation_intents')
    .innerJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
    .select('email_key')
    .where(`donation_intents.${column}`, '=', id)
    .executeTakeFirst();
  return payer && payer.email_key !== null ? findGuest(db, payer.email_key) : undefined;
}

const toAccountDonor = (user: UserRow): AccountDonor => ({
  kind: 'account',
  id: user.id,
  emailKey: nameKey(user.email),
  user,
});

/** Finds the guest with an address. Returns undefined if no guest has typed it. */
export async function findGuest(db: Queryable, emailKey: string): Promise<GuestDonor | undefined> {
  const first = await db
    .selectFrom('payer_emails')
    .select(['intent_id as id', 'email', 'paid_at as paidAt'])
    .where('email_key', '=', emailKey)
    .orderBy('paid_at')
    .orderBy('intent_id')
    .limit(1)
    .executeTakeFirst();
  const { email = null } = first ?? {};
  return first && email !== null ? { kind: 'guest', emailKey, ...first, email } : undefined;
}
