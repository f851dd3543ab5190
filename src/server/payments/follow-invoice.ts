import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import { holdAccount } from '#server/auth/index.ts';
import type { DonationIntentRow, PlanRow, PlanTermsRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { removedDonor } from '#server/donations/index.ts';
import { newId } from '#server/ids.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { applyPaymentEvent } from './apply-payment-event.ts';
import { fittingTerms } from './fitting-terms.ts';
import { followSubscription } from './follow-subscription.ts';
import {
  findFirstIntent,
  findIntentOfInvoice,
  findPlanOf,
  findTerms,
  giftColumns,
  insertRenewalIntent,
} from './plan-queries.ts';
import { quarantineInvoice } from './quarantine-invoice.ts';
import type { InvoiceState } from './subscription-provider.ts';

/**
 * What became of a look at a bill. `booked`: its money came into the books now; `noted`: nothing is paid, or nothing is new;
 * `quarantined`: it was put aside for a person now; `waiting`: its checkout is not known here yet, so that the message must
 * come again; `unavailable`: the provider could not be asked for the bill or for its subscription.
 */
export type FollowedInvoice = { readonly code: 'booked' | 'noted' | 'waiting' | 'quarantined' | 'unavailable' };

/** Whether a payment is a later month of a plan, which is known by its bill and not by a checkout. */
export const isBill = (sessionId: string): boolean => sessionId.startsWith('in_');

/** Asks the provider for a bill and books what it says. Only a paid bill is money (design 6). */
export async function followInvoice(deps: Deps, invoiceId: string): Promise<FollowedInvoice> {
  const asked = await deps.cards.subscriptions.fetchInvoice(invoiceId);
  if (asked.code === 'unavailable') {
    deps.log.warn({ invoiceId, detail: asked.detail }, 'the provider could not be asked about a bill');
    return { code: 'unavailable' };
  }
  if (!asked.state) return { code: 'noted' };
  const booked = await bookInvoice(deps, asked.state);
  const followed = await followSubscription(deps, asked.state.subscriptionId);
  return followed.code === 'unavailable' ? { code: 'unavailable' } : booked;
}

/** Books a bill as it stands: money through the one door, a failed try as a mail to the donor. */
export async function bookInvoice(deps: Deps, invoice: InvoiceState): Promise<FollowedInvoice> {
  const plan = await findPlanOf(deps.db.read, invoice);
  if (invoice.status === 'paid') return bookPaid(deps, invoice, plan);
  if (plan && invoice.status === 'open' && invoice.attemptCount > 0) await tellOfFailure(deps, invoice, plan);
  return { code: 'noted' };
}

async function bookPaid(deps: Deps, invoice: InvoiceState, plan: PlanRow | undefined): Promise<FollowedInvoice> {
  if (invoice.collected?.amountMinor === 0) return { code: 'noted' };
  if (!plan) return quarantineInvoice(deps, invoice, 'unknown_session');
  if (plan.ended_at !== null && invoice.createdAt.toISOString() > plan.ended_at) {
    return quarantineInvoice(deps, invoice, 'plan_over');
  }
  if (invoice.paymentId === undefined) return quarantineInvoice(deps, invoice, 'no_payment');
  const intent =
    invoice.reason === 'first' ? await findFirstIntent(deps.db.read, plan) : await renewalIntent(deps, invoice, plan);
  if (!intent?.provider_session_id) return { code: 'waiting' };
  const { code } = await applyPaymentEvent(deps, toPaymentEvent(invoice, intent, intent.provider_session_id));
  if (code === 'quarantined') return { code };
  return { code: code === 'settled' ? 'booked' : 'noted' }; // a repetition may be that of a bill put aside
}

const toPaymentEvent = (invoice: InvoiceState, intent: DonationIntentRow, sessionId: string): PaymentEvent => ({
  provider: 'stripe',
  eventId: `asked:${invoice.invoiceId}:paid`,
  occurredAt: invoice.paidAt ?? invoice.createdAt,
  isLive: invoice.isLive,
  account: undefined,
  sessionId,
  paymentId: invoice.paymentId,
  intentId: intent.id,
  fact: { kind: 'settled', collected: invoice.collected },
});

/** The payment of a later month: the bill's id stands where a checkout's would, so that each bill is one payment. */
async function renewalIntent(deps: Deps, invoice: InvoiceState, plan: PlanRow): Promise<DonationIntentRow | undefined> {
  const known = await findIntentOfInvoice(deps.db.read, invoice.invoiceId);
  if (known) return known;
  const agreed = await findTerms(deps.db.read, plan.id);
  const terms = fittingTerms(agreed, invoice) ?? agreed[0]; // a bill that answers to none is held against the newest, and does not fit
  if (!terms) throw new TypeError(`plan ${plan.id} has no terms`);
  const fresh = newRenewal(deps, invoice, plan, terms);
  await inTransaction(deps.db, async (tx) => {
    const isSomebodys = await holdAccount(tx, plan.donor_id); // it may have been deleted since the plan was read
    await insertRenewalIntent(tx, isSomebodys ? fresh : { ...fresh, donor_id: removedDonor });
  });
  return findIntentOfInvoice(deps.db.read, invoice.invoiceId);
}

function newRenewal(deps: Deps, invoice: InvoiceState, plan: PlanRow, terms: PlanTermsRow): DonationIntentRow {
  const now = deps.clock.now().toISOString();
  return {
    id: newId('int', deps.random),
    donation_id: newId('don', deps.random),
    idempotency_key: null,
    request_hash: '',
    version: 1,
    status: 'pending',
    provider: plan.provider,
    donor_id: plan.donor_id,
    provider_session_id: invoice.invoiceId,
    provider_payment_id: invoice.paymentId ?? null,
    browser_key_hash: null,
    plan_id: plan.id,
    checkout_url: null,
    expires_at: invoice.createdAt.toISOString(),
    is_recurring: 1,
    ...giftColumns(terms),
    time_zone: plan.time_zone,
    success_url: '',
    cancel_url: '',
    created_at: now,
    updated_at: now,
  };
}

/** The donor is told of each failed try once, with the way to mend it. */
async function tellOfFailure(deps: Deps, invoice: InvoiceState, plan: PlanRow): Promise<void> {
  await inTransaction(deps.db, (tx) =>
    enqueue(deps, tx, {
      kind: 'renewal_failed',
      dedupeKey: `renewal_failed:${invoice.invoiceId}:${invoice.attemptCount}`,
      payload: {
        planId: plan.id,
        payUrl: invoice.payUrl ?? '',
        nextAttemptAt: invoice.nextAttemptAt?.toISOString() ?? '',
      },
    }),
  );
}
