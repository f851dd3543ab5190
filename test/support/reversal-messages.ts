import type { DonationIntentRow } from '#server/db/tables.ts';
import { paidMessage } from './open-intent.ts';

type Message = Record<string, unknown>;

/** The id that the payment of an intent has in these messages. */
export const paymentIdOf = ({ id }: Pick<DonationIntentRow, 'id'>): string => `pi_${id}`;

/** `paidMessage` with the payment named, as Stripe names it. */
export const paidWithPayment = (intent: DonationIntentRow): Message =>
  paidMessage(intent, { session: { payment_intent: paymentIdOf(intent) } });

/** What a test says about a refund or dispute; all else is about the whole charge, and succeeds. */
export interface ToldReversal {
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

/** What Stripe says about a refund: `refund.created`, `refund.updated` or `refund.failed`. */
export const refundMessage = (
  intent: DonationIntentRow,
  deed: 'created' | 'updated' | 'failed',
  told: ToldReversal,
): Message => reversalMessage(intent, `refund.${deed}`, { status: 'succeeded', ...told });

/** What Stripe says about a dispute, such as `funds_withdrawn` or `closed`. */
export const disputeMessage = (intent: DonationIntentRow, deed: string, told: ToldReversal): Message =>
  reversalMessage(intent, `charge.dispute.${deed}`, { status: 'needs_response', ...told });

function reversalMessage(intent: DonationIntentRow, type: string, told: ToldReversal): Message {
  const created = told.created ?? paidAtSeconds + 86_400;
  return {
    id: told.eventId ?? `evt_${type}_${told.id}_${told.status}`,
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    created,
    livemode: false,
    pending_webhooks: 1,
    request: null,
    ...told.message,
    data: {
      object: {
        id: told.id,
        object: type.startsWith('refund') ? 'refund' : 'dispute',
        amount: told.amountMinor ?? intent.charge_total_minor,
        currency: told.currency ?? intent.charge_currency.toLowerCase(),
        status: told.status,
        created,
        payment_intent: told.paymentId ?? paymentIdOf(intent),
      },
    },
  };
}

const paidAtSeconds = 1772625600; // 2026-03-04T12:00:00Z, as in `sessionMessage`
