import type { Deps } from '#server/deps.ts';
import type { PayPalMessage, PayPalProvider } from '#server/ports/paypal-provider.ts';
import { paypalPermissions } from '#server/ports/permissions.ts';
import { ProviderUnavailable, type UnreadableRecord } from '#server/ports/provider.ts';
import { compareBalance } from '../balances/compare-balance.ts';
import { readPastBalance } from '../balances/held-balance.ts';
import { readBalance } from '../balances/read-balance.ts';
import { captureForDonor } from '../capture-order.ts';
import { quarantineUnreadable } from '../quarantine-unreadable.ts';
import { applyReversal } from '../reverse/apply-reversal.ts';
import { followDispute } from '../reverse/follow-dispute.ts';
import { mismatchOf } from '../settle/match-intent.ts';
import {
  applyMissing,
  batches,
  countBooked,
  findNewEvents,
  ifPermitted,
  type Comparison,
  type ReconciliationPeriod,
  type Tally,
} from './comparison.ts';
import { fetchUnknownDisputes, countDispute, refetchDisputes, type DisputeFindings } from './paypal-disputes.ts';
import { reconcilePayPalReport } from './paypal-report.ts';
import { findOpenIntents, lapseIntents, type OpenIntent } from './queries.ts';

/**
 * Fetches the orders of the period that are still open, and captures those that are approved; then applies the messages that we
 * missed; for the scope `recent`, also fetches disputes, and compares PayPal's report of payments and its balance. Throws
 * ProviderUnavailable if PayPal does not respond.
 */
export async function reconcilePayPal(
  deps: Deps,
  { scope, since, now, missing }: ReconciliationPeriod,
): Promise<Comparison | undefined> {
  const { paypal } = deps;
  if (!paypal || !since) return undefined;
  const tally = { compared: 0, healed: 0, quarantined: 0 };
  for (const intent of await findOpenIntents(deps.db.read, 'paypal', since)) {
    await reconcileOrder(deps, paypal, intent, { now, tally });
  }
  const keptSince = new Date(Math.max(since.getTime(), now.getTime() - messagesKeptMs));
  for await (const batch of batches(paypal.listMessages(keptSince))) {
    const events = batch.flatMap((message) => (message.code === 'event' ? [message.event] : []));
    if (events.length > 0) await applyMissing(deps, await findNewEvents(deps, 'paypal', events), tally);
    for (const message of batch) await applyOtherMessage(deps, paypal, message, { missing, tally });
    tally.compared += batch.length;
  }
  if (scope === 'recent') {
    await refetchDisputes(deps, paypal, now, { missing, tally });
    await fetchUnknownDisputes(deps, paypal, { since, now }, { missing, tally });
  }
  const report =
    scope === 'recent'
      ? await reconcilePayPalReport(deps, paypal, { since, now, missing }, tally)
      : { unknownAtProvider: [], feesBooked: 0 };
  if (scope === 'recent') await reconcileBalance(deps, paypal, { now, missing });
  return { ...tally, lapsed: await lapseIntents(deps.db, 'paypal', now), ...report };
}

/**
 * Runs after fees, refunds and disputes are booked. If our app lacks a permission, the ledger cannot match and is not compared.
 */
async function reconcileBalance(
  deps: Deps,
  { balances }: PayPalProvider,
  { now, missing }: Pick<ReconciliationPeriod, 'now' | 'missing'>,
): Promise<void> {
  const hasPermissions = (): boolean => ![...missing].some(({ provider }) => provider === 'paypal');
  if (!missing.has(paypalPermissions.transactionSearch))
    await ifPermitted(missing, () => readBalance(deps, 'paypal', balances, now));
  if (hasPermissions())
    await ifPermitted(missing, async () => compareBalance(deps, 'paypal', await readPastBalance(balances, now), now));
}

/** PayPal keeps its messages for 30 days. */
const messagesKeptMs = 30 * 24 * 60 * 60 * 1000;

async function reconcileOrder(
  deps: Deps,
  paypal: PayPalProvider,
  intent: OpenIntent,
  { now, tally }: { readonly now: Date; readonly tally: Tally },
): Promise<void> {
  const orderId = intent.provider_session_id;
  const fetched = await paypal.fetchOrder(orderId);
  tally.compared += 1;
  switch (fetched.code) {
    case 'unavailable':
      throw new ProviderUnavailable(fetched.detail);
    case 'event': {
      const isMismatch = mismatchOf(fetched.event, intent, paypal.isLive) !== undefined;
      if (isMismatch || intent.status !== fetched.event.fact.kind) await applyMissing(deps, [fetched.event], tally);
      return;
    }
    case 'open':
      if (fetched.isApproved) return capture(deps, paypal, { orderId, intentId: intent.id }, tally);
      return expireIfDue(deps, paypal, intent, { now, tally });
    case 'unreadable':
      if (await quarantineUnreadable(deps, { subjectId: orderId, detail: fetched.detail })) tally.quarantined += 1;
      return;
    case 'not_found':
      return expireIfDue(deps, paypal, intent, { now, tally });
  }
}

async function capture(
  deps: Deps,
  paypal: PayPalProvider,
  order: { readonly orderId: string; readonly intentId: string },
  tally: Tally,
): Promise<void> {
  const captured = await captureForDonor(deps, paypal, order);
  if (captured.code === 'unavailable') throw new ProviderUnavailable(captured.detail);
  if (captured.code === 'event') tally.healed += 1;
}

/** PayPal sends no message when an order expires without approval, so the expiry is our own event. */
async function expireIfDue(
  deps: Deps,
  paypal: PayPalProvider,
  intent: OpenIntent,
  { now, tally }: { readonly now: Date; readonly tally: Tally },
): Promise<void> {
  if (intent.status !== 'pending' || intent.expires_at > now.toISOString()) return;
  await applyMissing(deps, [expiryOf(intent, paypal.isLive)], tally);
}

const expiryOf = ({ id, provider_session_id: sessionId, expires_at: expiresAt }: OpenIntent, isLive: boolean) =>
  ({
    provider: 'paypal',
    eventId: `lapsed:${sessionId}`,
    occurredAt: new Date(expiresAt),
    isLive,
    sessionId,
    paymentId: undefined,
    account: undefined,
    intentId: id,
    fact: { kind: 'expired' },
  }) as const;

/** Handles messages that are not payment events: applies reversals and disputes, and quarantines unreadable messages. */
async function applyOtherMessage(
  deps: Deps,
  paypal: PayPalProvider,
  message: PayPalMessage | UnreadableRecord,
  { missing, tally }: DisputeFindings,
): Promise<void> {
  if (message.code === 'unreadable' && (await quarantineUnreadable(deps, message))) tally.quarantined += 1;
  if (message.code === 'reversal') countBooked(await applyReversal(deps, message.event, paypal.isLive), tally);
  if (message.code === 'dispute') countDispute(await followDispute(deps, paypal, message), { missing, tally });
}
