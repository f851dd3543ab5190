import { isFailureOf } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { detachDonor } from '#server/donations/index.ts';
import { forgetMails } from '#server/mail/mail-allowance.ts';
import { eraseFromLog } from '#server/public-log/index.ts';
import { endPlansOf } from '#server/recurring/index.ts';
import { linkKeys } from './own-mails.ts';

/**
 * Erases an account that the caller has locked, and its personal data. Donations stay in the ledger without the person
 * (spec-readings, Accounts). Plans end. A newsletter subscription of the address continues, and messages from it to us stay.
 */
export async function eraseAccount(deps: Deps, tx: Tx, userId: string): Promise<void> {
  await endPlansOf(deps, tx, userId);
  await eraseFromLog(tx, userId);
  await detachDonor(tx, userId);
  await deleteAccountRows(tx, userId);
}

/** Deletes an account that owns nothing anymore. The user's row goes last, because the others refer to it. */
export async function deleteAccountRows(tx: Tx, id: string): Promise<void> {
  await deleteMails(tx, id);
  await tx.deleteFrom('mail_links').where('user_id', '=', id).execute();
  await tx.deleteFrom('api_tokens').where('user_id', '=', id).execute();
  await tx.deleteFrom('second_factors').where('user_id', '=', id).execute();
  await tx.deleteFrom('login_failures').where(isFailureOf(id)).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', id).execute();
  await tx.deleteFrom('known_devices').where('user_id', '=', id).execute();
  // The counts of emails to the address stay: otherwise, deleting and registering again could flood it.
  await forgetMails(tx, id);
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Removes the account's emails from the outbox, sent or not: their payloads contain its addresses and link tokens. */
async function deleteMails(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('outbox').where('dedupe_key', 'in', linkKeys(tx, userId)).execute();
  await tx.deleteFrom('outbox').where('about', '=', userId).execute();
}
