import { isCurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { decryptDetails } from '../bank-accounts/account-details.ts';
import { findAccountInForce } from '../bank-accounts/find-accounts.ts';
import { payoutLock } from '../payout-lock.ts';
import type { BankOrder } from './bank-file.ts';

export type ReadOrder =
  | { readonly code: 'read'; readonly order: BankOrder }
  | { readonly code: 'not_found' | 'no_bank_account' };

/** Reads the transfers of a batch in one currency. A canceled batch has none. The first call stores our account that pays. */
export function readOrder(deps: Deps, batchId: string, currency: string): Promise<ReadOrder> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async (): Promise<ReadOrder> => {
      const batch = await tx.selectFrom('payout_batches').selectAll().where('id', '=', batchId).executeTakeFirst();
      if (!batch || batch.status === 'canceled' || !isCurrencyCode(currency)) return { code: 'not_found' };
      const rows = await findTransfers(tx, batchId, currency);
      const [first] = rows;
      if (!first) return { code: 'not_found' };
      const own = await findAccountInForce(tx, { charityId: null, currency });
      const fromId = first.from_account_id ?? own?.id;
      if (fromId === undefined) return { code: 'no_bank_account' };
      if (first.from_account_id === null) await storeSource(tx, batchId, currency, fromId);
      const from = await tx.selectFrom('bank_accounts').selectAll().where('id', '=', fromId).executeTakeFirstOrThrow();
      return {
        code: 'read',
        order: {
          batchId,
          createdAt: new Date(batch.created_at),
          currency,
          from: decryptDetails(deps, from),
          transfers: rows.map((row) => ({
            payoutId: row.payout_id,
            to: decryptDetails(deps, row),
            amount: money(row.received_minor - row.refunded_minor, currency),
            remittance: `Donations until ${batch.day}, payout ${row.payout_id.replace('pay_', '')}`,
          })),
        },
      };
    }),
  );
}

const findTransfers = (tx: Tx, batchId: string, currency: BankOrder['currency']) =>
  tx
    .selectFrom('payouts')
    .innerJoin('bank_accounts as account', 'account.id', 'payouts.bank_account_id')
    .select(['payouts.id as payout_id', 'received_minor', 'refunded_minor', 'from_account_id'])
    .select(['account.id', 'account.details'])
    .where('payouts.batch_id', '=', batchId)
    .where('payouts.currency', '=', currency)
    .orderBy('payouts.charity_id')
    .execute();

const storeSource = (tx: Tx, batchId: string, currency: BankOrder['currency'], fromId: string): Promise<unknown> =>
  tx
    .updateTable('payouts')
    .set({ from_account_id: fromId })
    .where('batch_id', '=', batchId)
    .where('currency', '=', currency)
    .execute();
