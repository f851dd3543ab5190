import { customAmountFields, type CheckoutRequest, type DonationData } from '#contract/checkout.ts';
import { customBasket } from '#domain/donation/basket.ts';
import { convertPrice, priceIn, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { fromDecimal, toDecimal, type Money } from '#domain/money/money.ts';
import { ownOrigin } from '../app/start-app.ts';

/** Returns our page's request for one coffee (US$3.50) to the Canadian food banks; any part can be replaced. */
export function checkoutBody(
  changes: { donation?: Partial<DonationData>; request?: Partial<CheckoutRequest> } = {},
): CheckoutRequest {
  const amount = changes.donation?.amount ?? 3.5;
  const subtotal = fromDecimal(amount, baseCurrency);
  const price = subtotal && priceOf(subtotal);
  return {
    amount: price ? convertPrice(price, chargeCurrency, specRates).total.amountMinor : 0,
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

/** The columns in the intent of `checkoutBody()`, and after payment in its donation. */
export const coffeeColumns = {
  charity_id: 6,
  label: 'Coffee',
  meals: 3,
  is_recurring: 0,
  amount_minor: 350,
  service_fee_minor: 35,
  currency: 'USD',
  charge_subtotal_minor: 476,
  charge_service_fee_minor: 48,
  charge_total_minor: 524,
  charge_currency: 'CAD',
  exchange_rate: '1.36',
} as const;

/** Returns our page's request for a custom amount in US dollars. */
export const customCheckoutBody = (amount: number): CheckoutRequest => {
  const { donationData, ...request } = checkoutBody({ donation: { amount } });
  const { snackId: _snackId, stackedSnacks: _stackedSnacks, ...rest } = donationData;
  return {
    ...request,
    donationData: { ...rest, mealsProvided: Math.floor(amount), snackName: 'Custom Donation', customAmount: true },
  };
};

/** Returns our page's request for a custom amount as typed in any currency. */
export function enteredCheckoutBody(entered: Money, changes: Partial<DonationData> = {}): CheckoutRequest {
  const basket = customBasket(entered);
  const { subtotal } = priceIn(basket, baseCurrency, specRates);
  const { donationData, ...request } = customCheckoutBody(toDecimal(subtotal));
  return {
    ...request,
    amount: priceIn(basket, chargeCurrency, specRates).total.amountMinor,
    donationData: { ...donationData, ...customAmountFields(entered, subtotal), ...changes },
  };
}
