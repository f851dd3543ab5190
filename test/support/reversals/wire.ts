import { toDecimalText } from '#domain/money/format.ts';
import { money } from '#domain/money/money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import {
  disputeFeeMinor,
  listedMinor,
  netMinor,
  type ModeledDispute,
  type ModeledPayment,
  type ModeledRefund,
} from './payment.ts';
import { disputeMessage, paidWithPayment, paymentIdOf, refundMessage } from '../payments/reversal-messages.ts';

type Wire = Record<string, unknown>;

/** A provider's messages and responses about a modeled payment, in its own format. `eventId` is the id of a message. */
export interface ModeledWire {
  paid(payment: ModeledPayment): Wire;
  refund(payment: ModeledPayment, refund: ModeledRefund, eventId: string): Wire;
  dispute(payment: ModeledPayment, dispute: ModeledDispute, eventId: string): Wire;
  /** The provider's response to a request for the dispute. */
  fetchedDispute(payment: ModeledPayment, dispute: ModeledDispute): Wire;
}

const stripe: ModeledWire = {
  paid: ({ intent }) => paidWithPayment(intent),
  refund: ({ intent }, { id, amountMinor, hasFailed }, eventId) =>
    refundMessage(intent, 'updated', { id, eventId, amountMinor, status: hasFailed ? 'failed' : 'succeeded' }),
  dispute: ({ intent }, dispute, eventId) =>
    disputeMessage(intent, 'updated', {
      id: dispute.id,
      eventId,
      amountMinor: dispute.amountMinor,
      status: stripeStatus[dispute.stage],
      movedMinor: listedMinor(dispute),
      feeMinor: disputeFeeMinor.stripe,
    }),
  fetchedDispute: (payment, dispute) => (stripe.dispute(payment, dispute, '')['data'] as { object: Wire }).object,
};

const stripeStatus = {
  inquiry: 'warning_needs_response',
  inquiry_closed: 'warning_closed',
  open: 'needs_response',
  under_review: 'under_review',
  won: 'won',
  lost: 'lost',
  prevented: 'prevented',
} as const satisfies Record<ModeledDispute['stage'], string>;

const message = (eventId: string, type: string, resource: Wire): Wire => ({
  id: eventId,
  event_type: type,
  create_time: paidAt,
  resource,
});

const paypal: ModeledWire = {
  paid: ({ intent }) =>
    message(`WH-PAID-${intent.id}`, 'PAYMENT.CAPTURE.COMPLETED', {
      id: paymentIdOf(intent),
      status: 'COMPLETED',
      amount: amountOf(intent, intent.charge_total_minor),
      supplementary_data: { related_ids: { order_id: intent.provider_session_id } },
      create_time: paidAt,
    }),
  refund: ({ intent }, { id, amountMinor, hasFailed }, eventId) =>
    message(eventId, 'PAYMENT.CAPTURE.REFUNDED', {
      ...partOf(intent, id, amountMinor),
      status: hasFailed ? 'FAILED' : 'COMPLETED',
    }),
  dispute: (_payment, { id }, eventId) => message(eventId, 'CUSTOMER.DISPUTE.UPDATED', { dispute_id: id }),
  fetchedDispute: ({ intent }, dispute) => ({
    dispute_id: dispute.id,
    create_time: paidAt,
    disputed_transactions: [{ seller_transaction_id: paymentIdOf(intent) }],
    dispute_life_cycle_stage: dispute.stage.startsWith('inquiry') ? 'INQUIRY' : 'CHARGEBACK',
    dispute_amount: amountOf(intent, dispute.amountMinor),
    ...statusOf(intent, dispute),
    money_movements: listedMinor(dispute).flatMap((minor, index) => {
      const moved = { affected_party: 'SELLER', initiated_time: dayAfter(index), type: minor < 0 ? 'DEBIT' : 'CREDIT' };
      const settled = { ...moved, reason: 'DISPUTE_SETTLEMENT', amount: amountOf(intent, Math.abs(minor)) };
      const fee = { ...moved, reason: 'CHARGEBACK_FEE', amount: amountOf(intent, disputeFeeMinor.paypal) };
      return minor < 0 ? [settled, fee] : [settled];
    }),
  }),
};

/** Returns PayPal's status of a dispute. A decision names the payer's amount after every movement is listed. */
function statusOf(intent: DonationIntentRow, dispute: ModeledDispute): Wire {
  const status = paypalStatus[dispute.stage];
  const refunded = amountOf(intent, netMinor(dispute));
  const isSettled = netMinor(dispute) > 0 && dispute.listedCount === dispute.movedMinor.length;
  return isSettled && 'dispute_outcome' in status
    ? { ...status, dispute_outcome: { ...status.dispute_outcome, amount_refunded: refunded } }
    : status;
}

const outcome = (code: string) => ({ status: 'RESOLVED', dispute_outcome: { outcome_code: code } });

const paypalStatus = {
  inquiry: { status: 'OPEN' },
  inquiry_closed: outcome('CANCELED_BY_BUYER'),
  open: { status: 'WAITING_FOR_SELLER_RESPONSE' },
  under_review: { status: 'UNDER_REVIEW' },
  won: outcome('RESOLVED_SELLER_FAVOUR'),
  lost: outcome('RESOLVED_BUYER_FAVOUR'),
  prevented: outcome('ACCEPTED'),
} as const satisfies Record<ModeledDispute['stage'], Wire>;

/** Returns PayPal's second message about a withdrawal, besides the dispute's. Its resource is a refund with a negative amount. */
export const reversedCapture = ({ intent }: ModeledPayment, id: string, amountMinor: number): Wire =>
  message(`WH-${id}`, 'PAYMENT.CAPTURE.REVERSED', { ...partOf(intent, id, -amountMinor), status: 'COMPLETED' });

const partOf = (intent: DonationIntentRow, id: string, amountMinor: number): Wire => ({
  id,
  amount: amountOf(intent, amountMinor),
  create_time: paidAt,
  links: [{ rel: 'up', href: `https://api.paypal.example/v2/payments/captures/${paymentIdOf(intent)}` }],
});

const paidAt = '2026-03-04T12:00:00Z';
const dayMs = 24 * 60 * 60 * 1000;
const dayAfter = (index: number): string => new Date(Date.parse(paidAt) + (index + 1) * dayMs).toISOString();

const amountOf = ({ charge_currency: currency }: DonationIntentRow, minor: number) => ({
  currency_code: currency,
  value: toDecimalText(money(minor, currency)),
});

export const modeledWire: Readonly<Record<ModeledPayment['provider'], ModeledWire>> = { stripe, paypal };
