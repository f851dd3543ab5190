import { findUser, mailConfirmation } from '#server/auth/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';

/** Mails the link that confirms a donor's address once more. Nothing happens when it is confirmed. */
export const resendConfirmation = (deps: Deps, userId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const user = await findUser(tx, userId);
    if (user?.email_confirmed_at === null) await mailConfirmation(deps, tx, user);
  });
