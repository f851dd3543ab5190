import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { applyReversal } from './apply-reversal.ts';
import { captureApproved } from './capture-approved.ts';
import { ProviderUnavailable } from './card-provider.ts';
import { comparePayPalReport } from './compare-paypal-report.ts';
import { batches, feed, newMessages, type ComparedTime, type Comparison, type Tally } from './feed-events.ts';
import { mismatchOf } from './mismatch.ts';
import type { PayPalMessage, PayPalProvider, UnreadableMessage } from './paypal-provider.ts';
import { quarantineMessage } from './quarantine-message.ts';
import { findOpenIntents, lapseIntents } from './reconcile-queries.ts';

/**
 * Compares our books with PayPal's: every open order is asked for, and captured when it was approved and nobody did; then
 * the messages that never reached us; and, over the last days, its report of payments in both directions. Throws
 * ProviderUnavailable when PayPal cannot be asked to the end.
 */
export async function comparePayPal(deps: Deps, paypal: PayPalProvider, time: ComparedTime): Promise<Comparison> {
  const tally = { compared: 0, healed: 0, quarantined: 0 };
  for (const intent of await findOpenIntents(deps.db.read, 'paypal', time.since)) {
    await compareOrder(deps, paypal, intent, { now: time.now, tally });
  }
  for await (const batch of batches(paypal.listMessages(time.since))) {
    const events = batch.flatMap((message) => (message.code === 'event' ? [message.event] : []));
    if (events.length > 0) await feed(deps, await newMessages(deps, 'paypal', events), tally);
    for (const message of batch) await feedOther(deps, paypal, message, tally);
    tally.compared += batch.length;
  }
  const report =
    time.scope === 'recent'
      ? await comparePayPalReport(deps, paypal, time, tally)
      : { unknownAtProvider: [], feesBooked: 0 };
  return { ...tally, lapsed: await lapseIntents(deps.db, 'paypal', time.now), ...report };
}

async function compareOrder(
  deps: Deps,
  paypal: PayPalProvider,
  intent: DonationIntentRow,
  { now, tally }: { readonly now: Date; readonly tally: Tally },
): Promise<void> {
  const orderId = intent.provider_session_id ?? '';
  const fetched = await paypal.fetchOrder(orderId);
  tally.compared += 1;
  switch (fetched.code) {
    case 'unavailable':
      throw new ProviderUnavailable(fetched.detail);
    case 'event': {
      const differs = mismatchOf(fetched.event, intent, paypal.isLive) !== undefined;
      if (differs || intent.status !== fetched.event.fact.kind) await feed(deps, [fetched.event], tally);
      return;
    }
    case 'open':
      if (fetched.isApproved) return capture(deps, paypal, { orderId, intentId: intent.id }, tally);
      return expire(deps, paypal, intent, { now, tally });
    case 'gone':
      return expire(deps, paypal, intent, { now, tally });
  }
}

async function capture(
  deps: Deps,
  paypal: PayPalProvider,
  order: { readonly orderId: string; readonly intentId: string },
  tally: Tally,
): Promise<void> {
  const captured = await captureApproved(deps, paypal, order);
  if (captured.code === 'unavailable') throw new ProviderUnavailable(captured.detail);
  if (captured.code === 'event') tally.healed += 1;
}

/** PayPal says nothing of orders that nobody approves: they end when their time is over. */
async function expire(
  deps: Deps,
  paypal: PayPalProvider,
  intent: DonationIntentRow,
  { now, tally }: { readonly now: Date; readonly tally: Tally },
): Promise<void> {
  if (intent.status !== 'pending' || intent.expires_at > now.toISOString()) return;
  const sessionId = intent.provider_session_id ?? '';
  await feed(
    deps,
    [
      {
        provider: 'paypal',
        eventId: `lapsed:${sessionId}`,
        occurredAt: new Date(intent.expires_at),
        isLive: paypal.isLive,
        sessionId,
        paymentId: undefined,
        account: undefined,
        intentId: intent.id,
        fact: { kind: 'expired' },
      },
    ],
    tally,
  );
}

/** What is no fact about a payment: money that goes back is booked, and what cannot be read is put aside. */
async function feedOther(
  deps: Deps,
  paypal: PayPalProvider,
  message: PayPalMessage | UnreadableMessage,
  tally: Tally,
): Promise<void> {
  if (message.code === 'unreadable' && (await quarantineMessage(deps, 'paypal', message))) tally.quarantined += 1;
  if (message.code !== 'reversal') return;
  const { code } = await applyReversal(deps, message.event, paypal.isLive);
  if (code === 'booked') tally.healed += 1;
  if (code === 'quarantined') tally.quarantined += 1;
}
