import { refundedMinor, type ModeledDispute, type ModeledPayment, type ModeledRefund } from './payment.ts';
import { modeledWire, reversedCapture } from './wire.ts';

/* Changes of a modeled payment at its provider, and the messages that the provider sends about them. */

/** Refunds an amount, but at most the part of the payment that was not refunded. */
export function makeRefund(payment: ModeledPayment, minor: number): void {
  const amountMinor = Math.min(minor, payment.intent.charge_total_minor - refundedMinor(payment));
  if (amountMinor <= 0) return;
  const refund = { id: `re_${payment.refunds.length}_${payment.intent.id}`, amountMinor, hasFailed: false };
  payment.refunds.push(refund);
  reportRefund(payment, refund);
}

export const reportRefund = (payment: ModeledPayment, refund: ModeledRefund): void =>
  void payment.messages.push(modeledWire[payment.provider].refund(payment, refund, nextEventId(payment)));

export interface NewDispute {
  /** The withdrawn amount; zero for an inquiry. */
  readonly withdrawnMinor: number;
  /** The disputed amount; by default the withdrawn one. */
  readonly disputedMinor?: number;
  readonly lists?: ModeledDispute['lists'];
  readonly isPrevented?: boolean;
  readonly isListedLate?: boolean;
}

export function openDispute(payment: ModeledPayment, request: NewDispute): ModeledDispute {
  const { withdrawnMinor, disputedMinor = withdrawnMinor, lists = 'everything' } = request;
  const dispute: ModeledDispute = {
    id: `${payment.provider === 'paypal' ? 'PP-D-' : 'du_'}${payment.disputes.length}_${payment.intent.id}`,
    amountMinor: disputedMinor,
    lists,
    stage: withdrawnMinor === 0 ? 'inquiry' : request.isPrevented === true ? 'prevented' : 'open',
    movedMinor: [],
    listedCount: 0,
  };
  payment.disputes.push(dispute);
  if (withdrawnMinor > 0) moveMoney(payment, dispute, -withdrawnMinor, request.isListedLate);
  reportDispute(payment, dispute);
  return dispute;
}

/** Moves money because of a dispute. PayPal reports a withdrawal as a reversed capture too. */
export function moveMoney(payment: ModeledPayment, dispute: ModeledDispute, minor: number, isListedLate = false): void {
  if (minor < 0 && payment.provider === 'paypal') {
    payment.messages.push(reversedCapture(payment, `${dispute.id}R${dispute.movedMinor.length}`, -minor));
  }
  dispute.movedMinor.push(minor);
  if (!isListedLate) dispute.listedCount = dispute.movedMinor.length;
}

export const reportDispute = (payment: ModeledPayment, dispute: ModeledDispute): void =>
  void payment.messages.push(modeledWire[payment.provider].dispute(payment, dispute, nextEventId(payment)));

/** Returns a new id from a counter, because ids must stay unique when a test removes messages. */
function nextEventId({ provider, intent }: ModeledPayment): string {
  reports += 1;
  return `${provider === 'paypal' ? 'WH' : 'evt'}_${reports}_${intent.id}`;
}

let reports = 0;
