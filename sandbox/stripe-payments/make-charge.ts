import type { Sandbox } from '../sandbox.ts';
import type {
  BalanceTransactionRecord,
  ChargeRecord,
  Instrument,
  PaymentFailure,
  PaymentIntentRecord,
} from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import { saveCharge } from './payment-events.ts';

const dayInSeconds = 24 * 3600;

/** An attempt to move the intent's money with this instrument, not yet stored. */
export function newCharge(
  sandbox: Sandbox,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  result: { status: ChargeRecord['status']; failure?: PaymentFailure; isConfirmed?: boolean },
): ChargeRecord {
  return {
    id: instrument.type === 'card' ? newId.charge() : newId.bankCharge(),
    created: sandbox.clock.nowSeconds(),
    paymentIntentId: intent.id,
    amountMinor: intent.amountMinor,
    amountRefundedMinor: 0,
    currency: intent.currency,
    status: result.status,
    description: intent.seed.description,
    metadata: intent.seed.metadata,
    receiptEmail: intent.seed.receiptEmail,
    payer: intent.payer,
    instrument,
    isConfirmed: result.isConfirmed ?? false,
    failure: result.failure ?? null,
    balanceTransactionId: null,
    refundIds: [],
    ...(intent.customerId === undefined ? {} : { customerId: intent.customerId }),
  };
}

/** What the processor keeps of a charge: 2.9 % and 30 minor units, in whole minor units. */
export function processingFeeMinor(amountMinor: number): number {
  return Math.round((amountMinor * 29) / 1000) + 30;
}

/**
 * Books a successful charge on the balance. As with Stripe, the balance transaction follows the charge:
 * `charge.succeeded` goes out without it, `charge.updated` brings it.
 */
export function bookCharge(sandbox: Sandbox, charge: ChargeRecord): void {
  const now = sandbox.clock.nowSeconds();
  const transaction: BalanceTransactionRecord = {
    id: newId.balanceTransaction(),
    created: now,
    availableOn: now + 2 * dayInSeconds,
    amountMinor: charge.amountMinor,
    feeMinor: processingFeeMinor(charge.amountMinor),
    currency: charge.currency,
    type: charge.instrument.type === 'card' ? 'charge' : 'payment',
    sourceId: charge.id,
    description: charge.description,
  };
  sandbox.store.balanceTransactions.put(transaction);
  saveCharge(sandbox, { ...charge, balanceTransactionId: transaction.id }, 'updated', { balance_transaction: null });
}
