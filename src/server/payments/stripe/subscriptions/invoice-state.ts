import * as z from 'zod/mini';
import type { InvoiceState } from '#server/ports/subscription-provider.ts';
import { parseResponse, payerEmailSchema, storableText } from '#server/payments/provider-response.ts';
import { charityIdOf } from '../products.ts';
import { recordsIn } from '../record-metadata.ts';
import { idOf, instantSchema, referenceSchema, toDate, toMoney } from '../stripe-responses.ts';

/** The fields of an invoice that we read. */
const invoiceSchema = z.object({
  id: storableText,
  object: z.literal('invoice'),
  status: z.nullable(z.string()),
  livemode: z.boolean(),
  created: instantSchema,
  amount_paid: z.int(),
  currency: z.string(),
  customer_email: payerEmailSchema,
  billing_reason: z.nullable(z.string()),
  attempt_count: z.int(),
  next_payment_attempt: z.nullish(instantSchema),
  hosted_invoice_url: z.nullish(z.string()),
  status_transitions: z.looseObject({ paid_at: z.nullish(instantSchema) }),
  parent: z.nullish(
    z.looseObject({
      subscription_details: z.nullish(
        z.looseObject({ subscription: referenceSchema, metadata: z.nullish(z.record(z.string(), z.string())) }),
      ),
    }),
  ),
  lines: z.looseObject({
    data: z.array(
      z.looseObject({
        pricing: z.nullish(
          z.looseObject({ price_details: z.nullish(z.looseObject({ product: z.nullish(referenceSchema) })) }),
        ),
      }),
    ),
  }),
  payments: z.nullish(
    z.looseObject({
      data: z.array(
        z.looseObject({ status: z.string(), payment: z.looseObject({ payment_intent: z.nullish(referenceSchema) }) }),
      ),
    }),
  ),
});

type Invoice = z.infer<typeof invoiceSchema>;

/** Translates an invoice; `undefined` if it has no subscription. Throws TypeError for anything but an invoice. */
export function toInvoiceState(response: unknown): InvoiceState | undefined {
  const invoice = parseResponse(invoiceSchema, response, 'invoice');
  const details = invoice.parent?.subscription_details;
  if (!details) return undefined;
  return {
    invoiceId: invoice.id,
    subscriptionId: idOf(details.subscription),
    planId: details.metadata?.['plan_id'],
    records: recordsIn(details.metadata),
    payerEmail: invoice.customer_email,
    isLive: invoice.livemode,
    reason: invoice.billing_reason === 'subscription_create' ? 'first' : 'renewal',
    status: statusOf(invoice.status),
    createdAt: new Date(invoice.created * 1000),
    collected: invoice.status === 'paid' ? toMoney(invoice.amount_paid, invoice.currency) : undefined,
    paidAt: toDate(invoice.status_transitions.paid_at),
    paymentId: paymentIdOf(invoice),
    charityId: charityOf(invoice),
    attemptCount: invoice.attempt_count,
    nextAttemptAt: toDate(invoice.next_payment_attempt),
    payUrl: invoice.hosted_invoice_url ?? undefined,
  };
}

function statusOf(status: string | null): InvoiceState['status'] {
  if (status === 'paid' || status === 'void' || status === 'uncollectible') return status;
  return 'open';
}

function paymentIdOf({ payments }: Invoice): string | undefined {
  const paid = payments?.data.find(({ status }) => status === 'paid')?.payment.payment_intent;
  return paid ? idOf(paid) : undefined;
}

function charityOf({ lines }: Invoice): number | undefined {
  const products = lines.data.map(({ pricing }) => pricing?.price_details?.product);
  return products.map((product) => (product ? charityIdOf(idOf(product)) : undefined)).find((id) => id !== undefined);
}
