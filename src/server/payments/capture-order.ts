import * as z from 'zod/mini';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import type { CapturedOrder, PayPalProvider } from '#server/ports/paypal-provider.ts';
import { applyPaymentEvent } from './settle/apply-payment-event.ts';

/**
 * Collects the money of an approved order and applies the result. Any number of callers may do this at once: PayPal captures
 * an order once, and `applyPaymentEvent` records a donation once.
 */
export async function captureOrder(
  deps: Deps,
  paypal: PayPalProvider,
  order: { readonly orderId: string; readonly intentId: string },
): Promise<CapturedOrder> {
  const captured = await paypal.captureOrder(order);
  if (captured.code === 'event') await applyPaymentEvent(deps, captured.event);
  else if (captured.code === 'unavailable')
    deps.log.warn({ ...order, detail: captured.detail }, 'outcome of a PayPal capture unknown');
  else deps.log.info({ ...order, outcome: captured.code }, 'PayPal order not captured');
  return captured;
}

/** How long the payer's browser has to capture an order before we do: only the browser can report a declined card. */
export const browserHeadStartMs = 5000;

/** Schedules the capture of an approved order, in case the payer's browser does not do it. */
export async function scheduleCapture(
  deps: Deps,
  { eventId, orderId }: { readonly eventId: string; readonly orderId: string },
): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'capture_order',
      dedupeKey: `capture_order:${eventId}`,
      payload: { orderId },
      runAt: new Date(deps.clock.now().getTime() + browserHeadStartMs),
    }),
  );
}

const payloadSchema = z.object({ orderId: z.string() });

/** Captures an approved order unless that has been done. Throws when PayPal's answer is unknown, so that the job is retried. */
export const captureOrderJob: JobHandler = async (deps, job) => {
  const { orderId } = payloadSchema.parse(JSON.parse(job.payload));
  const intent = await deps.db.read
    .selectFrom('donation_intents')
    .select(['id', 'status'])
    .where('provider', '=', 'paypal')
    .where('provider_session_id', '=', orderId)
    .executeTakeFirst();
  const isOpen = intent?.status === 'pending' || intent?.status === 'expired'; // an approval counts, however late
  if (!intent || !isOpen || !deps.paypal) return;
  const captured = await captureOrder(deps, deps.paypal, { orderId, intentId: intent.id });
  if (captured.code === 'unavailable') throw new Error(captured.detail);
};
