import type { SplitResponse } from '#contract/split.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { add, fromDecimal, subtract, type Money } from '#domain/money/money.ts';

/** The division of a charge. All amounts but the fees are in its currency. */
export interface Split {
  readonly charityName: string;
  /** What the charity gets, after refunds and disputes. */
  readonly charity: Money;
  /** What is left of the service fee after refunds and disputes. */
  readonly serviceFee: Money;
  /** What the provider keeps; undefined while it is unknown. */
  readonly fee: ProviderFee | undefined;
  readonly isFeeLoading?: boolean;
  /** What a refund or dispute has taken back. */
  readonly returned?: { readonly name: string; readonly amount: Money } | undefined;
  readonly disputeFee?: Money | undefined;
  /** Follows Total: ` per month`, or nothing. */
  readonly suffix?: string;
}

interface ProviderFee {
  readonly provider: keyof typeof providerNames;
  readonly amount: Money;
  /** True until the provider's records name the real fee. */
  readonly isExpected: boolean;
}

export const providerNames = { card: 'The card provider', paypal: 'PayPal' } as const;

/** Parses a split from the wire. Throws RangeError for amounts in an unknown currency. */
export function toSplit({ reversal, processingFee, disputeFee, ...response }: SplitResponse): Split {
  const inCharge = (decimal: number): Money => toMoney({ amount: decimal, currency: response.currency });
  const reversed = { charity: inCharge(reversal?.charity ?? 0), serviceFee: inCharge(reversal?.serviceFee ?? 0) };
  return {
    charityName: response.charityName,
    charity: subtract(inCharge(response.charity), reversed.charity),
    serviceFee: subtract(inCharge(response.serviceFee), reversed.serviceFee),
    fee: processingFee && {
      provider: response.paidWith,
      amount: toMoney(processingFee),
      isExpected: processingFee.isExpected,
    },
    returned: reversal && { name: returnedNames[reversal.state], amount: add(reversed.charity, reversed.serviceFee) },
    disputeFee: disputeFee && toMoney(disputeFee),
  };
}

const returnedNames = {
  refunded: 'Refunded',
  partly_refunded: 'Refunded',
  disputed: 'Disputed by the bank',
} as const;

export function toMoney({ amount, currency }: { readonly amount: number; readonly currency: string }): Money {
  const money = isCurrencyCode(currency) ? fromDecimal(amount, currency) : undefined;
  if (!money) throw new RangeError(`${amount} ${currency} is not an amount of money`);
  return money;
}
