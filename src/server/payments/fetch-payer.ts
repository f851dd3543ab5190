import * as z from 'zod/mini';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { storePayerEmail } from '#server/donations/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import { findIntentById } from './settle/queries.ts';

/** Enqueues the fetching of a guest's order, because PayPal's messages about captures name no payer. */
export const fetchPayerLater = (
  deps: Deps,
  tx: Tx,
  { id, donation_id: donationId }: Pick<DonationIntentRow, 'id' | 'donation_id'>,
): Promise<void> =>
  enqueue(deps, tx, { kind: 'fetch_payer', dedupeKey: `fetch_payer:${donationId}`, payload: { intentId: id } });

const payloadSchema = z.object({ intentId: z.string() });

/** Stores the payer's email address, if the order names one. Throws if PayPal does not respond, so that the job is retried. */
export const fetchPayerJob: JobHandler = async (deps, job) => {
  const { intentId } = payloadSchema.parse(JSON.parse(job.payload));
  const intent = await findIntentById(deps.db.read, intentId);
  if (!intent?.provider_session_id || (await hasStoredPayer(deps, intentId))) return;
  if (!deps.paypal) throw new Error('PayPal is no longer offered');
  const fetched = await deps.paypal.fetchOrder(intent.provider_session_id);
  if (fetched.code === 'unavailable') throw new Error(fetched.detail);
  const { payerEmail: email, occurredAt: paidAt } = fetched.code === 'event' ? fetched.event : {};
  if (email === undefined || paidAt === undefined) return;
  await inTransaction(deps.db, (tx) => storePayerEmail(deps, tx, intent, { email, paidAt }));
};

/** Returns true even if the address was erased. */
async function hasStoredPayer(deps: Deps, intentId: string): Promise<boolean> {
  const row = await deps.db.read
    .selectFrom('payer_emails')
    .select('intent_id')
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  return row !== undefined;
}
