import * as z from 'zod/mini';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import { captureApproved } from './capture-approved.ts';

/**
 * Has the money of an approved order taken a little later, should the payer's browser not have done it until then. The
 * browser goes first since it alone can tell the payer that an instrument was declined.
 */
export async function askForCapture(
  deps: Deps,
  approval: { readonly eventId: string; readonly orderId: string },
): Promise<void> {
  const { eventId, orderId } = approval;
  await inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'capture_order',
      dedupeKey: `capture_order:${eventId}`,
      payload: { orderId },
      runAt: new Date(deps.clock.now().getTime() + headStartMs),
    }),
  );
}

/** How long the payer's browser has for itself. */
export const headStartMs = 5000;

const payloadSchema = z.object({ orderId: z.string() });

/** Takes the money of an approved order, unless it was taken meanwhile. Throws when PayPal could not say what became of it. */
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
  const captured = await captureApproved(deps, deps.paypal, { orderId, intentId: intent.id });
  if (captured.code === 'unavailable') throw new Error(captured.detail);
};
