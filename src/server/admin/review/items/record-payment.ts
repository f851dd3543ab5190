import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { fetchAgain, findDonationOfPayment } from '#server/payments/index.ts';
import type { QuarantinedPayment } from './quarantined-payments.ts';
import { deleteResolutions } from './resolutions.ts';
import { keysOf, resolveMessages, type Decision } from './resolve-quarantined.ts';
import { reviewLock } from './review-lock.ts';

export type RecordedPayment =
  | { readonly code: 'recorded'; readonly donationId: string }
  | { readonly code: 'still_differs' | 'unavailable' };

/**
 * Fetches a payment from its provider and applies it through the single entry point, which uses the provider's record to rebuild
 * missing rows and refuses a mismatch. If no donation results, the payment can be decided on again.
 */
export async function recordPayment(
  deps: Deps,
  payment: QuarantinedPayment,
  { user }: Decision,
): Promise<RecordedPayment> {
  const { provider } = payment.key;
  const sessionId = payment.messages.flatMap((message) => message.sessionId ?? [])[0];
  const invoiceId = payment.messages.flatMap((message) => message.invoiceId ?? [])[0];
  const fetched = await fetchAgain(deps, { provider, sessionId, invoiceId });
  const paid = { provider, paymentId: payment.paymentId, sessionId: sessionId ?? invoiceId };
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [reviewLock], async () => {
      const donationId = await findDonationOfPayment(tx, paid);
      if (donationId === undefined) {
        await deleteResolutions(tx, keysOf(payment));
        return { code: fetched === 'unavailable' ? 'unavailable' : 'still_differs' };
      }
      await resolveMessages(deps, tx, payment, 'recorded', user);
      return { code: 'recorded', donationId };
    }),
  );
}
