import { z } from 'zod';
import { advanceClock } from '../follow-clock.ts';
import type { Sandbox } from '../sandbox.ts';
import { settleBankDebit } from '../stripe-payments/settle-bank-debit.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { releaseDeliveries } from '../webhooks/release-deliveries.ts';
import { action, type OperatorAction } from './action.ts';
import { apiFaultSchema, armApiFault, armWebhookFault, clearFaults, webhookFaultSchema } from './arm-fault.ts';
import { readDeliveries, resendWebhook } from './deliveries.ts';
import type { DeliveryView } from './deliveries.ts';
import { forgeEvent, forgedEventSchema } from './forge-event.ts';
import { paypalActions } from './paypal-actions.ts';
import { reversalActions } from './reversal-actions.ts';
import { subscriptionActions } from './subscription-actions.ts';

const tenYearsInSeconds = 10 * 366 * 24 * 3600;
const nothing = z.object({});

/** The sandbox's time as the operator sees it. */
export interface ClockView {
  /** Sandbox seconds since 1970. */
  readonly now: number;
  readonly offsetSeconds: number;
}

/** Reads the sandbox's time. */
export function readClock(sandbox: Sandbox): ClockView {
  return { now: sandbox.clock.nowSeconds(), offsetSeconds: sandbox.clock.offsetSeconds() };
}

/** Everything that the operator can do. */
export const operatorActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/clock/advance',
    z.object({ seconds: z.coerce.number().int().min(1).max(tenYearsInSeconds) }),
    (sandbox, { seconds }) => {
      advanceClock(sandbox, seconds);
      return readClock(sandbox);
    },
  ),
  action(
    '/_sandbox/bank-debits/settle',
    z.object({ paymentIntentId: z.string(), outcome: z.enum(['paid', 'returned']) }),
    (sandbox, { paymentIntentId, outcome }) => ({
      isSettled: settleBankDebit(sandbox, paymentIntentId, outcome === 'paid'),
    }),
  ),
  ...reversalActions,
  ...subscriptionActions,
  ...paypalActions,
  action('/_sandbox/faults/webhook', webhookFaultSchema, (sandbox, input) => ({
    faultId: armWebhookFault(sandbox, input),
  })),
  action('/_sandbox/faults/api', apiFaultSchema, (sandbox, input) => ({ faultId: armApiFault(sandbox, input) })),
  action('/_sandbox/faults/clear', nothing, (sandbox) => {
    clearFaults(sandbox);
    return {};
  }),
  action('/_sandbox/webhooks/release', z.object({ eventId: z.string().optional() }), (sandbox, { eventId }) => ({
    releasedCount: releaseDeliveries(sandbox, (delivery) => eventId === undefined || delivery.id === eventId),
  })),
  action('/_sandbox/webhooks/resend', z.object({ eventId: z.string() }), (sandbox, { eventId }) => {
    if (!resendWebhook(sandbox, eventId)) throw noSuch('event', eventId);
    return {};
  }),
  action('/_sandbox/webhooks/deliver', nothing, deliverNow),
  action('/_sandbox/webhooks/forge', forgedEventSchema, (sandbox, input) => {
    const eventId = forgeEvent(sandbox, input);
    if (eventId === null) throw noSuch('event or checkout.session', input.eventId ?? input.checkoutSessionId ?? '');
    return { eventId };
  }),
  action('/_sandbox/reset', nothing, (sandbox) => {
    sandbox.store.clear();
    return {};
  }),
];

/** Tries everything that waits, and answers when each was tried: what was then not taken waits for its next retry. */
async function deliverNow(sandbox: Sandbox): Promise<{ unfinished: DeliveryView[] }> {
  sandbox.webhooks.attemptAllNow();
  await sandbox.webhooks.whenIdle();
  const deliveries = readDeliveries(sandbox, Infinity);
  return { unfinished: deliveries.filter((delivery) => delivery.status !== 'delivered') };
}
