import type { CheckoutRequest } from '#contract/checkout.ts';
import { chargeFor, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { fromDecimal, toDecimal } from '#domain/money/money.ts';

/** What the page at `origin` sends for a gift of one's own amount in US dollars. */
export function checkoutCall(origin: string, amount: number): CheckoutRequest {
  const subtotal = fromDecimal(amount, baseCurrency);
  const price = subtotal && priceOf(subtotal);
  if (!price) throw new RangeError(`${amount} is no gift`);
  return {
    amount: chargeFor(price, currentRates).total.amountMinor,
    currency: 'cad',
    successUrl: `${origin}/donation-success`,
    cancelUrl: `${origin}/#donate`,
    timeZone: 'America/Toronto',
    donationData: {
      amount,
      mealsProvided: Math.floor(amount),
      charityId: 6,
      charityName: 'Food banks across Canada',
      snackName: 'Custom Donation',
      customAmount: true,
      recurring: false,
      serviceFee: toDecimal(price.serviceFee),
    },
  };
}
