import type { Sandbox } from '../sandbox.ts';
import type { PayPalDisputeRecord, PayPalMoney, PayPalMovementRecord } from './records.ts';
import { link, toInstant } from './wire.ts';

const daysToRespond = 10;

/** A dispute as the API returns it to its merchant and events contain it. */
export function disputeToWire({ store, config }: Sandbox, dispute: PayPalDisputeRecord) {
  const capture = store.paypalCaptures.get(dispute.captureId);
  const isWithdrawn = dispute.movements.length > 0;
  return {
    ...summary(dispute),
    disputed_transactions: [
      {
        seller_transaction_id: dispute.captureId,
        transaction_status: isWithdrawn ? ('REVERSED' as const) : ('COMPLETED' as const),
        ...(capture === undefined
          ? {}
          : { create_time: toInstant(capture.created), gross_amount: capture.amount, custom: capture.customId ?? '' }),
        buyer: { name: 'Test Payer' },
        seller: { email: 'merchant@example.org', name: 'Test merchant' },
      },
    ],
    ...(dispute.outcome === null
      ? { seller_response_due_date: toInstant(dispute.created + daysToRespond * 24 * 3600) }
      : { dispute_outcome: { outcome_code: dispute.outcome.code, amount_refunded: dispute.outcome.refunded } }),
    ...(dispute.listsMovements && isWithdrawn ? { fund_movements: dispute.movements.map(movementToWire) } : {}),
    links: [selfLink(config.publicUrl, dispute.id)],
  };
}

/** A dispute as lists show it. */
export const disputeInList = ({ config }: Sandbox, dispute: PayPalDisputeRecord) => ({
  ...summary(dispute),
  dispute_state: dispute.status === 'RESOLVED' ? ('RESOLVED' as const) : ('REQUIRED_ACTION' as const),
  links: [selfLink(config.publicUrl, dispute.id)],
});

const summary = ({ id, created, updated, status, amount, stage }: PayPalDisputeRecord) => ({
  dispute_id: id,
  create_time: toInstant(created),
  update_time: toInstant(updated),
  reason: 'UNAUTHORISED' as const,
  status,
  dispute_amount: amount,
  dispute_life_cycle_stage: stage,
  dispute_channel: stage === 'INQUIRY' ? ('INTERNAL' as const) : ('EXTERNAL' as const),
});

const selfLink = (url: string, id: string) => link(url, `/v1/customer/disputes/${id}`, 'self', 'GET');

const movementToWire = ({ at, type, reason, amount }: PayPalMovementRecord) => ({
  party: 'SELLER' as const,
  amount,
  initiated_time: toInstant(at),
  type,
  reason,
});

/** Money that PayPal took back from a capture: the resource of `PAYMENT.CAPTURE.REVERSED`. Its amount is negative. */
export const reversedCaptureToWire = (
  { config, clock }: Sandbox,
  reversal: { readonly id: string; readonly captureId: string; readonly amount: PayPalMoney },
) => ({
  id: reversal.id,
  status: 'COMPLETED' as const,
  amount: { ...reversal.amount, value: `-${reversal.amount.value}` },
  create_time: toInstant(clock.nowSeconds()),
  update_time: toInstant(clock.nowSeconds()),
  links: [
    link(config.publicUrl, `/v2/payments/refunds/${reversal.id}`, 'self', 'GET'),
    link(config.publicUrl, `/v2/payments/captures/${reversal.captureId}`, 'up', 'GET'),
  ],
});
