import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { ProviderItemKey } from '#domain/review/review-item.ts';
import type { QuarantinedEventRow } from '#server/db/tables.ts';

/** A quarantined message, with the parts of its detail that the review needs. */
export interface QuarantinedMessage {
  readonly key: ProviderItemKey<'quarantined'>;
  /** A `QuarantineReason`. */
  readonly reason: string;
  readonly at: string;
  readonly intentId: string | undefined;
  /** The ids that identify its payment. */
  readonly ids: readonly string[];
  readonly sessionId: string | undefined;
  readonly paymentId: string | undefined;
  readonly invoiceId: string | undefined;
  /** True if it reports money that came in. */
  readonly isPayment: boolean;
  readonly amount: Money | undefined;
}

const text = z.nullish(z.string());
const wireMoney = z.nullish(z.object({ amountMinor: z.int(), currency: z.string() }));

/** The fields that the review reads in the details of payment events, reversals, invoices and unreadable messages. */
const detailSchema = z.object({
  sessionId: text,
  paymentId: text,
  payment_id: text,
  invoiceId: text,
  intentId: text,
  reversalId: text,
  reversal_id: text,
  subjectId: text,
  kind: text,
  fact: z.nullish(z.union([z.string(), z.object({ kind: z.string(), collected: wireMoney })])),
  collected: wireMoney,
  amount: wireMoney,
});

/** Parses an entry. A message whose detail cannot be read has no ids. */
export function readMessage(entry: QuarantinedEventRow): QuarantinedMessage {
  const detail: Partial<z.infer<typeof detailSchema>> = detailSchema.safeParse(JSON.parse(entry.detail)).data ?? {};
  const paymentId = detail.paymentId ?? detail.payment_id ?? undefined;
  const reversalId = detail.reversalId ?? detail.reversal_id;
  const fact = typeof detail.fact === 'object' ? detail.fact : null;
  const isInvoice = typeof detail.invoiceId === 'string';
  return {
    key: { kind: 'quarantined', provider: entry.provider, id: entry.event_id },
    reason: entry.reason,
    at: entry.quarantined_at,
    intentId: entry.intent_id ?? detail.intentId ?? undefined,
    ids: [detail.sessionId, paymentId, detail.invoiceId, reversalId, detail.subjectId].flatMap((id) => id ?? []),
    sessionId: detail.sessionId ?? undefined,
    paymentId,
    invoiceId: detail.invoiceId ?? undefined,
    isPayment: fact?.kind === 'settled' || isInvoice,
    amount: toMoney(fact?.collected ?? detail.collected ?? detail.amount),
  };
}

const toMoney = (found: z.infer<typeof wireMoney>): Money | undefined =>
  found && isCurrencyCode(found.currency) ? money(found.amountMinor, found.currency) : undefined;
