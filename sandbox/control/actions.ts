import { z } from 'zod';
import {
  apiFaultSchema,
  armApiFault,
  armPermissionFault,
  armWebhookFault,
  clearFaults,
  webhookFaultSchema,
} from '../faults.ts';
import { advanceClock } from '../follow-clock.ts';
import { payPalFeatures } from '../paypal/api/features.ts';
import type { Sandbox } from '../sandbox.ts';
import { stripePermissionNames } from '../stripe/api/permissions.ts';
import { noSuch } from '../stripe/error.ts';
import { releaseDeliveries } from '../webhooks/deliveries.ts';
import { readDeliveries, resendWebhook, type DeliveryView, forgeEvent, forgedEventSchema } from './webhooks.ts';

/** An action of the operator: a POST of JSON, or of a form on the operator's page. */
export interface OperatorAction {
  readonly path: string;
  readonly run: (sandbox: Sandbox, body: unknown) => unknown;
}

/** Creates an action that throws a ZodError for invalid input. */
export function action<T>(
  path: string,
  schema: z.ZodType<T>,
  run: (sandbox: Sandbox, input: T) => unknown,
): OperatorAction {
  return { path, run: (sandbox, body) => run(sandbox, schema.parse(body ?? {})) };
}

/** An amount in minor units from a form. If the field is empty, the action chooses the amount, such as all that is left. */
export const optionalAmount = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(1).optional(),
);

const advanceMaxSeconds = 10 * 366 * 24 * 3600;
const noInput = z.object({});

/** The sandbox's time as the operator sees it. */
export interface ClockView {
  /** The sandbox's Unix time, in seconds. */
  readonly now: number;
  readonly offsetSeconds: number;
}

export function readClock(sandbox: Sandbox): ClockView {
  return { now: sandbox.clock.nowSeconds(), offsetSeconds: sandbox.clock.offsetSeconds() };
}

/** The operator's actions on the clock, faults and webhooks, and the reset. */
export const sandboxActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/clock/advance',
    z.object({ seconds: z.coerce.number().int().min(1).max(advanceMaxSeconds) }),
    (sandbox, { seconds }) => {
      advanceClock(sandbox, seconds);
      return readClock(sandbox);
    },
  ),
  action('/_sandbox/faults/webhook', webhookFaultSchema, (sandbox, input) => ({
    faultId: armWebhookFault(sandbox, input),
  })),
  action('/_sandbox/faults/api', apiFaultSchema, (sandbox, input) => ({ faultId: armApiFault(sandbox, input) })),
  action(
    '/_sandbox/faults/permission',
    z.object({ permission: z.enum([...payPalFeatures, ...stripePermissionNames]) }),
    (sandbox, { permission }) => ({ faultId: armPermissionFault(sandbox, permission) }),
  ),
  action('/_sandbox/faults/clear', noInput, (sandbox) => {
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
  action('/_sandbox/webhooks/deliver', noInput, deliverNow),
  action('/_sandbox/webhooks/forge', forgedEventSchema, (sandbox, input) => {
    const eventId = forgeEvent(sandbox, input);
    if (eventId === null) throw noSuch('event or checkout.session', input.eventId ?? input.checkoutSessionId ?? '');
    return { eventId };
  }),
  action('/_sandbox/reset', noInput, (sandbox) => {
    sandbox.store.clear();
    return {};
  }),
];

/** Sends all waiting webhooks. Returns every delivery that has not arrived: waiting for a retry, held, dropped or given up. */
async function deliverNow(sandbox: Sandbox): Promise<{ unfinished: DeliveryView[] }> {
  sandbox.webhooks.attemptAllNow();
  await sandbox.webhooks.whenIdle();
  const deliveries = readDeliveries(sandbox, Infinity);
  return { unfinished: deliveries.filter((delivery) => delivery.status !== 'delivered') };
}
