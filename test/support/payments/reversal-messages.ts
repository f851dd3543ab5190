import type { DonationIntentRow } from '#server/db/tables.ts';
import { paidMessage } from './open-intent.ts';

type Message = Record<string, unknown>;

/** The payment id of an intent in these messages. */
export const paymentIdOf = ({ id }: Pick<DonationIntentRow, 'id'>): string => `pi_${id}`;

/** `paidMessage` with its payment id. */
export const paidWithPayment = (intent: DonationIntentRow): Message =>
  paidMessage(intent, { session: { payment_intent: paymentIdOf(intent) } });

/** What a test may set; by default, a refund or dispute is for the whole charge, and a refund succeeds. */
export interface ReversalDetails {
  readonly id: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly status?: string;
  readonly eventId?: string;
  readonly paymentId?: string;
  /** Seconds since 1970. */
  readonly created?: number;
  readonly message?: Message;
}

/** Stripe's message about a refund: `refund.created`, `refund.updated` or `refund.failed`. */
export const refundMessage = (
  intent: DonationIntentRow,
  change: 'created' | 'updated' | 'failed',
  details: ReversalDetails,
): Message => reversalMessage(intent, `refund.${change}`, { status: 'succeeded', ...details });

/** Stripe's message about a dispute, such as `funds_withdrawn` or `closed`. */
export const disputeMessage = (intent: DonationIntentRow, change: string, details: ReversalDetails): Message =>
  reversalMessage(intent, `charge.dispute.${change}`, { status: 'needs_response', ...details });

function reversalMessage(intent: DonationIntentRow, type: string, details: ReversalDetails): Message {
  const created = details.created ?? paidAtSeconds + 86_400;
  return {
    id: details.eventId ?? `evt_${type}_${details.id}_${details.status}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...details.message,
    data: {
      object: {
        id: details.id,
        object: type.startsWith('refund') ? 'refund' : 'dispute',
        amount: details.amountMinor ?? intent.charge_total_minor,
        currency: details.currency ?? intent.charge_currency.toLowerCase(),
        status: details.status,
        created,
        payment_intent: details.paymentId ?? paymentIdOf(intent),
      },
    },
  };
}

const paidAtSeconds = 1772625600; // 2026-03-04T12:00:00Z, as in `sessionMessage`
