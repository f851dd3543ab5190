import * as z from 'zod/mini';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import type { CapturedOrder, PayPalProvider } from '#server/ports/paypal-provider.ts';
import type { Decline } from '#server/ports/provider.ts';
import { countPageDeclines, findClosureOfIntent } from './declines/closed-subjects.ts';
import { recordDecline } from './declines/record-decline.ts';
import { findRefusals, forgetDecline, countRefusal, requestIdOf } from './paypal-refusals.ts';
import { quarantineUnreadable } from './quarantine-unreadable.ts';
import { applyPaymentEvent } from './settle/apply-payment-event.ts';

/** An approved order of one of our intents. */
interface ApprovedOrder {
  readonly orderId: string;
  readonly intentId: string;
}

/** Too many payments of this payer were declined, so nothing is captured for now. */
interface ClosedPayer {
  readonly code: 'closed';
  readonly until: Date;
}

/**
 * Collects the money of an approved order and applies the result. Any number of callers can do this at the same time: PayPal
 * captures an order once, and `applyPaymentEvent` records a donation once.
 */
export async function captureOrder(
  deps: Deps,
  paypal: PayPalProvider,
  { orderId, intentId }: ApprovedOrder,
): Promise<CapturedOrder | ClosedPayer> {
  const closure = await findClosureOfIntent(deps, intentId);
  if (closure) return { code: 'closed', until: closure.until };
  if ((await countPageDeclines(deps.db.read, intentId)) >= deps.config.declines.pageMax)
    return { code: 'declined', detail: 'too many declines before' };
  const refusals = await findRefusals(deps.db.read, intentId);
  if (refusals.isDeclined) await forgetDecline(deps, intentId, refusals);
  const captured = await paypal.captureOrder({ orderId, requestId: requestIdOf(`capture:${intentId}`, refusals) });
  const fields = { orderId, intentId, outcome: captured.code };
  switch (captured.code) {
    case 'event':
      await applyPaymentEvent(deps, captured.event);
      break;
    case 'not_approved':
      await countRefusal(deps, intentId, refusals, false);
      deps.log.info(fields, 'PayPal order not captured');
      break;
    case 'declined':
    case 'action_required':
      await countRefusal(deps, intentId, refusals, true);
      deps.log.info({ ...fields, detail: captured.detail }, 'PayPal order not captured');
      if (captured.code === 'declined')
        await recordDecline(deps, declineOf(deps, { intentId, number: refusals.count }));
      break;
    case 'refused':
      await countRefusal(deps, intentId, refusals, true);
      deps.log.error({ ...fields, detail: captured.detail }, 'PayPal refused a capture; needs review');
      break;
    case 'not_found':
      deps.log.info(fields, 'PayPal order not captured');
      break;
    case 'unreadable':
      await quarantineUnreadable(deps, { subjectId: orderId, detail: captured.detail });
      break;
    case 'processing':
    case 'unavailable':
      deps.log.warn({ ...fields, detail: captured.detail }, 'outcome of a PayPal capture unknown');
      break;
  }
  return captured;
}

/** Creates a decline. Processes that were refused for the same request id report the same decline. */
const declineOf = (
  { clock }: Deps,
  { intentId, number }: { readonly intentId: string; readonly number: number },
): Decline => ({
  provider: 'paypal',
  declineId: `${intentId}:${number}`,
  intentId,
  sessionIdStart: undefined,
  occurredAt: clock.now(),
});

/**
 * Captures an order like `captureOrder`, but not at the donor's request. After a decline it does nothing until the donor's next
 * request: the donor was told that nothing was charged, and may have paid in another way since.
 */
export async function captureForDonor(
  deps: Deps,
  paypal: PayPalProvider,
  order: ApprovedOrder,
): Promise<CapturedOrder | ClosedPayer | { readonly code: 'left_to_donor' }> {
  const { isDeclined } = await findRefusals(deps.db.read, order.intentId);
  return isDeclined ? { code: 'left_to_donor' } : captureOrder(deps, paypal, order);
}

/** The time for the payer's browser to capture an order before we do: only the browser can tell the payer about a decline. */
const browserHeadStartMs = 5000;

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

/** Captures an approved order unless that has been done. Throws if the outcome is unknown, so that the job is retried. */
export const captureOrderJob: JobHandler = async (deps, job) => {
  const { orderId } = payloadSchema.parse(JSON.parse(job.payload));
  const intent = await deps.db.read
    .selectFrom('donation_intents')
    .select(['id', 'status'])
    .where('provider', '=', 'paypal')
    .where('provider_session_id', '=', orderId)
    .executeTakeFirst();
  const isOpen = intent?.status === 'pending' || intent?.status === 'expired'; // a late approval counts too
  if (!intent || !isOpen || !deps.paypal) return;
  const captured = await captureForDonor(deps, deps.paypal, { orderId, intentId: intent.id });
  if (captured.code === 'unavailable' || captured.code === 'processing') throw new Error(captured.detail);
};
