import type { CheckoutRequest, DonationData } from '#contract/checkout.ts';
import { chargeFor, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { fromDecimal, toDecimal } from '#domain/money/money.ts';
import { ownOrigin } from '../app/start-app.ts';

/** What our page sends for one coffee (US$3.50) to the Canadian food banks; any part can be replaced. */
export function checkoutBody(
  changes: { donation?: Partial<DonationData>; request?: Partial<CheckoutRequest> } = {},
): CheckoutRequest {
  const amount = changes.donation?.amount ?? 3.5;
  const subtotal = fromDecimal(amount, baseCurrency);
  const price = subtotal && priceOf(subtotal);
  return {
    amount: price ? chargeFor(price, currentRates).total.amountMinor : 0,
    currency: 'cad',
    successUrl: `${ownOrigin}/donation-success`,
    cancelUrl: `${ownOrigin}/#donate`,
    timeZone: 'America/Toronto',
    ...changes.request,
    donationData: {
      amount,
      mealsProvided: 3,
      charityId: 6,
      charityName: 'Food banks across Canada',
      snackName: 'Coffee',
      customAmount: false,
      recurring: false,
      snackId: 1,
      stackedSnacks: [{ id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 1 }],
      serviceFee: price ? toDecimal(price.serviceFee) : 0,
      ...changes.donation,
    },
  };
}

/** What our page sends for a custom amount in US dollars. */
export const customCheckoutBody = (amount: number): CheckoutRequest => {
  const { donationData, ...request } = checkoutBody({ donation: { amount } });
  const { snackId: _snackId, stackedSnacks: _stackedSnacks, ...rest } = donationData;
  return {
    ...request,
    donationData: { ...rest, mealsProvided: Math.floor(amount), snackName: 'Custom Donation', customAmount: true },
  };
};
