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
        : [
            {
              amount: feeMinor,
              application: null,
              currency,
              description: transaction.type === 'adjustment' ? 'Dispute fee' : 'Processing fees',
              type: 'stripe_fee',
            },
          ],
    net: amountMinor - feeMinor,
    reporting_category: reportingCategory(transaction),
    source: transaction.sourceId,
    status: nowSeconds >= transaction.availableOn ? 'available' : 'pending',
    type: transaction.type,
  };
}

function reportingCategory({ type, amountMinor, reportingCategory: named }: BalanceTransactionRecord): string {
  if (named !== undefined) return named;
  if (type === 'refund_failure') return 'refund_failure';
  return amountMinor < 0 ? 'refund' : 'charge';
}
