import type { Queryable } from '#server/db/database.ts';
import type { BankAccountRow } from '#server/db/tables.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';

/** The owner and currency of a bank account. */
export interface AccountHolder {
  /** Null for our own account. */
  readonly charityId: number | null;
  readonly currency: CurrencyCode;
}

/** Finds the account to which a charity is paid, or from which we pay. */
export const findAccountInForce = (db: Queryable, holder: AccountHolder): Promise<BankAccountRow | undefined> =>
  accountsOf(db, holder).where('status', '=', 'in_force').executeTakeFirst();

/** Finds the account that waits for a second person. */
export const findProposedAccount = (db: Queryable, holder: AccountHolder): Promise<BankAccountRow | undefined> =>
  accountsOf(db, holder).where('status', '=', 'proposed').executeTakeFirst();

const accountsOf = (db: Queryable, { charityId, currency }: AccountHolder) =>
  db
    .selectFrom('bank_accounts')
    .selectAll()
    .where('currency', '=', currency)
    .where((e) => (charityId === null ? e('charity_id', 'is', null) : e('charity_id', '=', charityId)));
