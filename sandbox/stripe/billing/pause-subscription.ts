import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import { StripeError } from '../error.ts';
import { monthsAfter } from './draft-invoice.ts';
import { saveSubscription } from './events.ts';
import type { SubscriptionRecord } from './records.ts';

/** Pauses a subscription after its last failed payment, as Stripe can be set to do. It has no invoices until it is resumed. */
export function pauseAfterFailure(sandbox: Sandbox, subscription: SubscriptionRecord): SubscriptionRecord {
  const paused = { ...subscription, status: 'paused', pausedAt: sandbox.clock.nowSeconds() } as const;
  saveSubscription(sandbox, paused, 'updated', { previousAttributes: { status: subscription.status } });
  return saveSubscription(sandbox, paused, 'paused');
}

/**
 * Resumes a paused subscription: it is active immediately, keeps its charge day, and gets no invoice for the time of the pause.
 * Throws a StripeError for a subscription that is not paused.
 */
export function resumeSubscription(
  sandbox: Sandbox,
  { pausedAt: _pausedAt, ...subscription }: SubscriptionRecord,
  origin: Origin,
): SubscriptionRecord {
  if (subscription.status !== 'paused') {
    const message = `Only subscriptions with the status \`paused\` can be resumed. This one is \`${subscription.status}\`.`;
    throw new StripeError(400, 'invalid_request_error', message);
  }
  const resumed = { ...atPresent(sandbox, subscription), status: 'active' } as const;
  saveSubscription(sandbox, resumed, 'updated', { previousAttributes: { status: subscription.status }, origin });
  return saveSubscription(sandbox, resumed, 'resumed', { origin });
}

/** Returns the subscription with its current month. */
function atPresent({ clock }: Sandbox, subscription: SubscriptionRecord): SubscriptionRecord {
  let { monthsBegun, periodStart, periodEnd } = subscription;
  while (periodEnd <= clock.nowSeconds()) {
    monthsBegun += 1;
    periodStart = periodEnd;
    periodEnd = monthsAfter(subscription.anchor, monthsBegun);
  }
  return { ...subscription, monthsBegun, periodStart, periodEnd };
}
