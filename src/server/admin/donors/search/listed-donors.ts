import { sql } from 'kysely';
import type { ListedDonor } from '#contract/admin/donors/search.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ListPosition } from '#server/db/list-page.ts';
import type { UserRow } from '#server/db/tables.ts';
import { nameOf } from '#server/admin/donations/search/listed-donations.ts';
import type { Donor, GuestDonor } from '../find-donor.ts';

export interface FoundDonors {
  readonly donors: ListedDonor[];
  /** The position at which the next page begins; undefined on the last page. */
  readonly next: ListPosition | undefined;
}

const listedColumns = [
  'id',
  'created_at',
  'email',
  'email_confirmed_at',
  'username',
  'first_name',
  'last_name',
  'staff_role',
] as const;

type ListedAccount = Pick<UserRow, (typeof listedColumns)[number]>;

/** Selects the columns that a list of accounts shows. */
export const selectAccounts = (db: Queryable) => db.selectFrom('users').select(listedColumns);

export async function findAccounts(db: Queryable, ids: readonly string[]): Promise<ListedDonor[]> {
  if (ids.length === 0) return [];
  return (await selectAccounts(db).where('id', 'in', ids).execute()).map(toListedAccount);
}

export const toListedAccount = (user: ListedAccount): ListedDonor => ({
  id: user.id,
  kind: 'account',
  at: user.created_at,
  email: user.email,
  name: nameOf(user),
  isEmailConfirmed: user.email_confirmed_at !== null,
  role: user.staff_role,
});

export const toListedGuest = ({ id, paidAt, email }: Pick<GuestDonor, 'id' | 'paidAt' | 'email'>): ListedDonor => ({
  id,
  kind: 'guest',
  at: paidAt,
  email,
  name: null,
  isEmailConfirmed: false,
  role: null,
});

export const toListedDonor = (donor: Donor): ListedDonor =>
  donor.kind === 'account' ? toListedAccount(donor.user) : toListedGuest(donor);

/** Finds the donors of these payments: accounts, and for payments without an account the addresses that guests typed. */
export async function findPayers(
  db: Queryable,
  intentIds: readonly string[],
): Promise<{ readonly accountIds: string[]; readonly emailKeys: string[] }> {
  if (intentIds.length === 0) return { accountIds: [], emailKeys: [] };
  const rows = await db
    .selectFrom('donation_intents')
    .leftJoin('donations', 'donations.intent_id', 'donation_intents.id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
    .select(sql<string | null>`coalesce(donations.donor_id, donation_intents.donor_id)`.as('owner_id'))
    .select('payer_emails.email_key')
    .where('donation_intents.id', 'in', intentIds)
    .execute();
  const unowned = rows.filter(({ owner_id: ownerId }) => ownerId === null);
  return {
    accountIds: [...new Set(rows.flatMap(({ owner_id: ownerId }) => ownerId ?? []))],
    emailKeys: [...new Set(unowned.flatMap(({ email_key: key }) => key ?? []))],
  };
}
