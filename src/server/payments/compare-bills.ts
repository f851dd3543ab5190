import type { Deps } from '#server/deps.ts';
import { batches, type Tally } from './feed-events.ts';
import { bookInvoice } from './follow-invoice.ts';
import { findIntentsByPayment } from './reconcile-queries.ts';
import type { InvoiceState } from './subscription-provider.ts';

/**
 * Compares our books with Stripe's bills since an instant, and books what they lack. A bill that is paid is a payment of ours:
 * the checkout's when it is a plan's first, and one of its own after that. Answers the sessions and bills of our books that
 * are paid. Throws ProviderUnavailable when Stripe cannot be asked to the end.
 */
export async function compareBills(deps: Deps, since: Date, tally: Tally): Promise<ReadonlySet<string>> {
  const paid = new Set<string>();
  for await (const bills of batches(deps.cards.subscriptions.listInvoices(since))) {
    tally.compared += bills.length;
    const known = await settledSessions(deps, bills);
    const unknown = bills.filter(({ paymentId = '' }) => !known.has(paymentId));
    for (const bill of unknown) {
      const { code } = await bookInvoice(deps, bill);
      if (code === 'booked') tally.healed += 1;
      if (code === 'quarantined') tally.quarantined += 1;
    }
    const booked = await settledSessions(deps, unknown);
    for (const sessionId of [...known.values(), ...booked.values()]) paid.add(sessionId);
  }
  return paid;
}

/** What stands for the settled payments of bills in our books, by the provider's ids of the money. */
async function settledSessions(deps: Deps, bills: readonly InvoiceState[]): Promise<ReadonlyMap<string, string>> {
  const paymentIds = bills.flatMap(({ status, paymentId }) => (status === 'paid' ? (paymentId ?? []) : []));
  if (paymentIds.length === 0) return new Map();
  const intents = await findIntentsByPayment(deps.db.read, 'stripe', paymentIds);
  return new Map(
    [...intents].flatMap(([paymentId, { status, provider_session_id: sessionId }]) =>
      status === 'settled' && sessionId !== null ? [[paymentId, sessionId]] : [],
    ),
  );
}
