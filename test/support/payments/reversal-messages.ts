import type { DonationIntentRow } from '#server/db/tables.ts';
import { paidMessage } from './open-intent.ts';

type Message = Record<string, unknown>;

/** Returns the payment id of an intent in these messages. */
export const paymentIdOf = ({ id }: Pick<DonationIntentRow, 'id'>): string => `pi_${id}`;

/** Returns `paidMessage` with the intent's payment id. */
export const paidWithPayment = (intent: DonationIntentRow): Message =>
  paidMessage(intent, { session: { payment_intent: paymentIdOf(intent) } });

/** The details that a test can set; by default, a refund or dispute is for the whole charge, and a refund succeeds. */
export interface ReversalDetails {
  readonly id: string;
  readonly amountMinor?: number;
  readonly currency?: string;
  readonly status?: string | null;
  readonly eventId?: string;
  readonly paymentId?: string;
  /** The time of the refund or dispute, in seconds since 1970. */
  readonly created?: number;
  readonly message?: Message;
}

/** The additional details that a test can set for a dispute. */
export interface DisputeDetails extends ReversalDetails {
  /**
   * The amounts that the balance transactions withdrew (negative) and reinstated, in minor units. By default they withdraw the
   * amount, except for an inquiry, and reinstate it if the dispute was won.
   */
  readonly movedMinor?: readonly number[];
  readonly movedCurrency?: string;
  /** The provider's fee for each withdrawal. */
  readonly feeMinor?: number;
}

/** Returns Stripe's message about a refund: `refund.created`, `refund.updated` or `refund.failed`. */
export const refundMessage = (
  intent: DonationIntentRow,
  change: 'created' | 'updated' | 'failed',
  details: ReversalDetails,
): Message => reversalMessage(intent, `refund.${change}`, { status: 'succeeded', ...details }, {});

/** Returns Stripe's message about a dispute, such as `funds_withdrawn` or `closed`. */
export function disputeMessage(intent: DonationIntentRow, change: string, details: DisputeDetails): Message {
  const full = { status: 'needs_response', ...details };
  return reversalMessage(intent, `charge.dispute.${change}`, full, {
    balance_transactions: (full.movedMinor ?? movedBy(intent, full)).map((amount, index) => {
      const fee = amount < 0 ? (full.feeMinor ?? 0) : 0;
      return {
        id: `txn_${full.id}_${index}`,
        object: 'balance_transaction',
        amount,
        fee,
        net: amount - fee,
        currency: full.movedCurrency ?? intent.charge_currency.toLowerCase(),
        created: (full.created ?? paidAtSeconds + 86_400) + index * 86_400,
      };
    }),
  });
}

function movedBy(intent: DonationIntentRow, { status, amountMinor }: ReversalDetails): readonly number[] {
  const amount = amountMinor ?? intent.charge_total_minor;
  if (status?.startsWith('warning_') === true) return [];
  return status === 'won' ? [-amount, amount] : [-amount];
}

function reversalMessage(intent: DonationIntentRow, type: string, details: ReversalDetails, object: Message): Message {
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
        ...object,
      },
    },
  };
}

const paidAtSeconds = 1772625600; // 2026-03-04T12:00:00Z, as in `sessionMessage`
