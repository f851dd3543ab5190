import type { Tx } from '#server/db/database.ts';
import { withLogLock } from './log-lock.ts';

/**
 * Erases the salts and entries of a donor's donations. Without them, only someone with the receipt of a donation can tell what
 * its commitment stands for. The commitments stay, so the log and the receipts that the donor has kept stay valid. Call it in the
 * transaction that deletes the account, while the donations are still the donor's.
 */
export const eraseFromLog = (tx: Tx, donorId: string): Promise<void> =>
  withLogLock(tx, async () => {
    await tx
      .updateTable('log_commitments')
      .set({ salt: null, entry: null })
      .where('transaction_id', 'in', (e) =>
        e
          .selectFrom('ledger_transactions as posted')
          .innerJoin('donations', 'donations.intent_id', 'posted.intent_id')
          .select('posted.id')
          .where('donations.donor_id', '=', donorId),
      )
      .execute();
  });
