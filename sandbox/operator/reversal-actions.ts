import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { ChargeRecord } from '../state/records.ts';
import { createRefund } from '../stripe-payments/create-refund.ts';
import { decideDispute, openDispute, warnOfFraud } from '../stripe-payments/dispute.ts';
import { failRefund } from '../stripe-payments/fail-refund.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { action, type OperatorAction } from './action.ts';

/** An amount of a form: an empty field asks for all that is left. */
const amountOrAll = z.preprocess(
  (value) => (value === '' ? undefined : value),
  z.coerce.number().int().min(1).optional(),
);

const payment = { paymentIntentId: z.string() };

/** What the operator can do with money that goes back: refunds, disputes and warnings of fraud. */
export const reversalActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/refunds',
    z.object({ ...payment, amountMinor: amountOrAll }),
    (sandbox, { paymentIntentId, amountMinor }) => {
      const charge = chargeOf(sandbox, paymentIntentId);
      const request = { charge, amountMinor: amountMinor ?? null, reason: 'requested_by_customer', metadata: {} };
      return { refundId: createRefund(sandbox, request, null).id };
    },
  ),
  action('/_sandbox/refunds/fail', z.object({ refundId: z.string() }), (sandbox, { refundId }) => ({
    isFailed: failRefund(sandbox, refundId),
  })),
  action(
    '/_sandbox/disputes',
    z.object({
      ...payment,
      amountMinor: amountOrAll,
      kind: z.enum(['dispute', 'inquiry']).default('dispute'),
      reason: z.string().default('fraudulent'),
    }),
    (sandbox, { paymentIntentId, amountMinor, kind, reason }) => {
      const charge = chargeOf(sandbox, paymentIntentId);
      const request = { charge, amountMinor: amountMinor ?? null, isInquiry: kind === 'inquiry', reason };
      return { disputeId: openDispute(sandbox, request).id };
    },
  ),
  action(
    '/_sandbox/disputes/decide',
    z.object({ disputeId: z.string(), decision: z.enum(['won', 'lost', 'escalated', 'inquiry_closed']) }),
    (sandbox, { disputeId, decision }) => ({ isDecided: decideDispute(sandbox, disputeId, decision) }),
  ),
  action('/_sandbox/fraud-warnings', z.object(payment), (sandbox, { paymentIntentId }) => ({
    warningId: warnOfFraud(sandbox, chargeOf(sandbox, paymentIntentId)).id,
  })),
];

function chargeOf({ store }: Sandbox, paymentIntentId: string): ChargeRecord {
  const charge = store.charges.get(store.paymentIntents.get(paymentIntentId)?.chargeIds.at(-1) ?? '');
  if (charge === undefined) throw noSuch('payment_intent', paymentIntentId);
  return charge;
}
