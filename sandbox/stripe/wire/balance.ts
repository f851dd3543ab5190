import type { BalanceTransactionRecord, PayoutRecord } from '../records.ts';

/** A balance transaction as the API returns it. A charge's money becomes available some days later. */
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
    status: isAvailable(transaction, nowSeconds) ? 'available' : 'pending',
    type: transaction.type,
  };
}

/** Returns true if the transaction's money can be paid out. */
export const isAvailable = ({ availableOn }: BalanceTransactionRecord, nowSeconds: number): boolean =>
  nowSeconds >= availableOn;

function reportingCategory({ type, reportingCategory: named }: BalanceTransactionRecord): string {
  return named ?? reportingCategories[type];
}

const reportingCategories: Readonly<Record<BalanceTransactionRecord['type'], string>> = {
  charge: 'charge',
  payment: 'charge',
  refund: 'refund',
  payment_refund: 'refund',
  refund_failure: 'refund_failure',
  adjustment: 'other_adjustment',
  payout: 'payout',
  payout_failure: 'payout_reversal',
  stripe_fee: 'fee',
  topup: 'topup',
};

/** The balance as the API returns it: one amount per currency. An account without transactions has Canadian dollars. */
export function balanceToWire(transactions: Iterable<BalanceTransactionRecord>, nowSeconds: number) {
  const available = new Map<string, number>();
  const pending = new Map<string, number>();
  for (const transaction of transactions) {
    const { currency, amountMinor, feeMinor } = transaction;
    const part = isAvailable(transaction, nowSeconds) ? available : pending;
    for (const amounts of [available, pending]) amounts.set(currency, amounts.get(currency) ?? 0);
    part.set(currency, (part.get(currency) ?? 0) + amountMinor - feeMinor);
  }
  return { object: 'balance' as const, available: toWire(available), livemode: false, pending: toWire(pending) };
}

const toWire = (amounts: ReadonlyMap<string, number>) =>
  [...(amounts.size === 0 ? [['cad', 0] as const] : amounts)].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));

/** A payout as the API returns it. */
export function payoutToWire(payout: PayoutRecord) {
  const isFailed = payout.status === 'failed';
  return {
    id: payout.id,
    object: 'payout' as const,
    amount: payout.amountMinor,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivesAt,
    automatic: true,
    balance_transaction: payout.balanceTransactionId,
    created: payout.created,
    currency: payout.currency,
    description: 'STRIPE PAYOUT',
    destination: 'ba_1SandboxBankAccount00000',
    failure_balance_transaction: payout.failureBalanceTransactionId ?? null,
    failure_code: isFailed ? 'account_closed' : null,
    failure_message: isFailed ? 'The bank account has been closed.' : null,
    livemode: false,
    metadata: {},
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'completed' as const,
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: payout.status,
    trace_id: { status: payout.status === 'in_transit' ? 'pending' : 'unsupported', value: null },
    type: 'bank_account' as const,
  };
}
