import { createHmac } from 'node:crypto';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { lockAccount } from '#server/auth/index.ts';
import { namesAt } from '#server/catalogue/index.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { DonationIntentRow, PlanRow, PlanTermsRow } from '#server/db/tables.ts';
import type { Deps, Random } from '#server/deps.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import { newId } from '#server/ids.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { derivedEventId } from '../provider-response.ts';
import { quarantine, resolveQuarantined } from '../quarantine.ts';
import { lostDonorId, type RebuildProblem } from '../rebuild/lost-intent.ts';
import { markIfLost } from '../rebuild/restores.ts';
import { rebuildPlan, rebuildTerms } from '../rebuild/rebuild-plan.ts';
import { applyPaymentEvent } from '../settle/apply-payment-event.ts';
import { findIntentById, findIntentBySession } from '../settle/queries.ts';
import { followSubscription } from './follow-subscription.ts';
import { findPlanOf, insertRenewalIntent } from './queries.ts';
import { findMatchingTerms, findTerms, termsColumns } from './terms.ts';

/**
 * `booked`: the invoice's payment has just been recorded. `noted`: it is not paid, or there is nothing new to record.
 * `waiting`: its checkout session is not known yet, so the provider must redeliver the message. `quarantined`: it has just been
 * quarantined. `unavailable`: the provider did not respond.
 */
export type FollowedInvoice = { readonly code: 'booked' | 'noted' | 'waiting' | 'quarantined' | 'unavailable' };

/** A renewal is identified by its invoice instead of a checkout session. */
export const isInvoice = (sessionId: string): boolean => sessionId.startsWith('in_');

/** Fetches an invoice and its subscription from the provider and records their state. */
export async function followInvoice(deps: Deps, invoiceId: string): Promise<FollowedInvoice> {
  const fetched = await deps.cards.subscriptions.fetchInvoice(invoiceId);
  if (fetched.code === 'unavailable') {
    deps.log.warn({ invoiceId, detail: fetched.detail }, 'cannot fetch an invoice');
    return { code: 'unavailable' };
  }
  if (!fetched.state) return { code: 'noted' };
  const booked = await bookInvoice(deps, fetched.state);
  const followed = await followSubscription(deps, fetched.state.subscriptionId);
  return followed.code === 'unavailable' ? { code: 'unavailable' } : booked;
}

/** Records a paid invoice as a payment, and notifies the donor of a failed attempt. */
export async function bookInvoice(deps: Deps, invoice: InvoiceState): Promise<FollowedInvoice> {
  const plan = await findPlan(deps, invoice);
  if (invoice.status === 'paid') return bookPaid(deps, invoice, plan);
  if (typeof plan === 'object' && invoice.status === 'open' && invoice.attemptCount > 0)
    await enqueueFailureMail(deps, invoice, plan);
  return { code: 'noted' };
}

/** Finds the plan of an invoice, and rebuilds a lost one from the invoice's records. */
async function findPlan(deps: Deps, invoice: InvoiceState): Promise<PlanRow | RebuildProblem | undefined> {
  const known = await findPlanOf(deps.db.read, invoice);
  if (known || !invoice.records?.first || invoice.isLive !== deps.cards.isLive) return known;
  return inTransaction(
    deps.db,
    async (tx) => (await findPlanOf(tx, invoice)) ?? (await rebuildPlan(deps, tx, invoice)),
  );
}

async function bookPaid(
  deps: Deps,
  invoice: InvoiceState,
  plan: PlanRow | RebuildProblem | undefined,
): Promise<FollowedInvoice> {
  if (invoice.collected?.amountMinor === 0) return { code: 'noted' };
  if (typeof plan !== 'object') return quarantineInvoice(deps, invoice, plan ?? 'unknown_session');
  if (plan.ended_at !== null && invoice.createdAt.toISOString() > plan.ended_at) {
    return quarantineInvoice(deps, invoice, 'plan_over');
  }
  if (invoice.paymentId === undefined) return quarantineInvoice(deps, invoice, 'no_payment');
  const intent =
    invoice.reason === 'first'
      ? await findIntentById(deps.db.read, plan.intent_id)
      : await findOrInsertRenewal(deps, invoice, plan);
  if (intent === 'not_in_catalogue') return quarantineInvoice(deps, invoice, intent);
  if (!intent?.provider_session_id) return { code: 'waiting' };
  const { code } = await applyPaymentEvent(deps, toPaymentEvent(invoice, intent, intent.provider_session_id));
  if (code === 'quarantined') return { code };
  if (code === 'settled') await resolveQuarantined(deps, deps.db.write, 'stripe', [quarantineId(invoice)]);
  return { code: code === 'settled' ? 'booked' : 'noted' }; // an `already_applied` event may be in quarantine
}

/** `no_payment`: the invoice was marked as paid by hand. Such invoices never become donations. */
async function quarantineInvoice(
  deps: Deps,
  invoice: InvoiceState,
  reason: 'unknown_session' | 'plan_over' | 'no_payment' | RebuildProblem,
): Promise<FollowedInvoice> {
  const { invoiceId } = invoice;
  const { payerEmail: _, ...detail } = invoice; // an erasure would not find the address in quarantine
  const entry = { provider: 'stripe', eventId: quarantineId(invoice), reason, detail } as const;
  if (!(await quarantine(deps, deps.db.write, entry))) return { code: 'noted' };
  deps.log.error({ invoiceId, reason }, 'unexpected paid invoice quarantined; needs review');
  return { code: 'quarantined' };
}

const quarantineId = ({ invoiceId }: InvoiceState): string => `invoice:${invoiceId}`;

const toPaymentEvent = (invoice: InvoiceState, intent: DonationIntentRow, sessionId: string): PaymentEvent => ({
  provider: 'stripe',
  eventId: derivedEventId(invoice.invoiceId, 'paid'),
  occurredAt: invoice.paidAt ?? invoice.createdAt,
  isLive: invoice.isLive,
  account: undefined,
  sessionId,
  paymentId: invoice.paymentId,
  intentId: intent.id,
  payerEmail: invoice.payerEmail,
  fact: { kind: 'settled', collected: invoice.collected },
});

/**
 * A renewal's intent has the invoice's id as its session id, which is unique: each invoice is one payment. If the invoice names
 * a charity, the renewal is for that one, because the donor may have chosen it in a change that a restore lost.
 */
async function findOrInsertRenewal(
  deps: Deps,
  invoice: InvoiceState,
  plan: PlanRow,
): Promise<DonationIntentRow | 'not_in_catalogue' | undefined> {
  const known = await findIntentBySession(deps.db.read, invoice.invoiceId);
  if (known) return known;
  if (invoice.records?.terms) await inTransaction(deps.db, (tx) => rebuildTerms(deps, tx, plan, invoice));
  const allTerms = await findTerms(deps.db.read, plan.id);
  const charityTerms = allTerms.filter((row) => row.charity_id === (invoice.charityId ?? row.charity_id));
  // if none match, the charity's newest terms are used, so that the amount is a mismatch
  const terms = findMatchingTerms(allTerms, invoice) ?? charityTerms[0];
  if (!terms) return 'not_in_catalogue';
  const names = await namesAt(deps, deps.db.read, invoice.createdAt);
  const name = names.charities.get(terms.charity_id) ?? terms.frozen_charity_name;
  const renewal = newRenewal(deps, invoice, plan, { ...terms, frozen_charity_name: name });
  await inTransaction(deps.db, async (tx) => {
    await insertRenewalIntent(tx, { ...renewal, donor_id: await lockOwner(tx, plan) });
    await markIfLost(deps, tx, {
      intentId: renewal.id,
      at: invoice.createdAt,
      lostDonorId: lostDonorOf(invoice, plan),
    });
  });
  return findIntentBySession(deps.db.read, invoice.invoiceId);
}

/**
 * Locks and returns the account that owns a plan now: since the plan was read, its account may have been deleted or merged into
 * another.
 */
async function lockOwner(tx: Tx, { id }: PlanRow): Promise<string | null> {
  const before = await findPlanOwner(tx, id);
  if (await lockAccount(tx, before)) return before;
  if ((await findPlanOwner(tx, id)) !== before) throw new TransactionConflict(); // the owner changed while we waited
  return before === lostDonorId ? null : deletedDonorId;
}

async function findPlanOwner(tx: Tx, planId: string): Promise<string> {
  const plan = await tx.selectFrom('plans').select('donor_id').where('id', '=', planId).executeTakeFirstOrThrow();
  return plan.donor_id;
}

function newRenewal(deps: Deps, invoice: InvoiceState, plan: PlanRow, terms: PlanTermsRow): DonationIntentRow {
  const now = deps.clock.now().toISOString();
  return {
    id: newId('int', renewalBytes(plan, invoice, 'int')),
    donation_id: newId('don', renewalBytes(plan, invoice, 'don')),
    idempotency_key: null,
    request_hash: '',
    version: 1,
    status: 'pending',
    provider: plan.provider,
    donor_id: plan.donor_id,
    provider_session_id: invoice.invoiceId,
    session_number: 1,
    provider_payment_id: invoice.paymentId ?? null,
    browser_key_hash: null,
    plan_id: plan.id,
    checkout_url: null,
    expires_at: invoice.createdAt.toISOString(),
    is_recurring: 1,
    ...termsColumns(terms),
    time_zone: plan.time_zone,
    success_url: '',
    cancel_url: '',
    created_at: now,
    updated_at: now,
  };
}

const lostDonorOf = ({ records }: InvoiceState, plan: PlanRow): string | null =>
  plan.donor_id === lostDonorId && typeof records?.first === 'object' ? records.first.donorId : null;

/**
 * Gives a renewal the same ids when it is recorded again after a restore, so its receipt stays valid. The plan's id is the HMAC
 * key.
 */
const renewalBytes = (plan: PlanRow, { invoiceId }: InvoiceState, prefix: string): Random => ({
  bytes: (count) => createHmac('sha256', plan.id).update(`${prefix}:${invoiceId}`).digest().subarray(0, count),
});

/**
 * Enqueues one email for each failed attempt, with a link to pay. The email about the last attempt waits, because the provider
 * usually ends the plan then, and the donor should get only the email about the end.
 */
async function enqueueFailureMail(deps: Deps, invoice: InvoiceState, plan: PlanRow): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'renewal_failed',
      dedupeKey: `renewal_failed:${invoice.invoiceId}:${invoice.attemptCount}`,
      payload: {
        planId: plan.id,
        invoiceId: invoice.invoiceId,
        payUrl: invoice.payUrl ?? '',
        nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? '',
      },
      reportsEventAt: invoice.createdAt,
      ...(invoice.nextAttemptAt ? {} : { runAt: new Date(deps.clock.now().getTime() + lastAttemptWaitMs) }),
    }),
  );
}

const lastAttemptWaitMs = 60 * 60 * 1000;
