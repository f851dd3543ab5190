import type { BalanceTransactionRecord } from '../state/records.ts';

/** A movement on the balance as the API shows it; it is available some days after it was made. */
export function balanceTransactionToWire(transaction: BalanceTransactionRecord, nowSeconds: number) {
  const { amountMinor, feeMinor, currency } = transaction;
  return {
    id: transaction.id,
    object: 'balance_transaction' as const,
    amount: amountMinor,
    available_on: transaction.availableOn,
    balance_type: 'payments' as const,
    created: transaction.created,
    currency,
    description: transaction.description,
    exchange_rate: null,
    fee: feeMinor,
    fee_details:
      feeMinor === 0
        ? []
        : [{ amount: feeMinor, application: null, currency, description: 'Processing fees', type: 'stripe_fee' }],
    net: amountMinor - feeMinor,
    reporting_category: amountMinor < 0 ? 'refund' : 'charge',
    source: transaction.sourceId,
    status: nowSeconds >= transaction.availableOn ? 'available' : 'pending',
    type: transaction.type,
  };
}
