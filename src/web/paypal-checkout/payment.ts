import type { PayPalOrderRequest } from '#contract/paypal.ts';
import { mealsOf, subtotalOf } from '#domain/donation/basket.ts';
import { convertPrice, priceOf, type Price } from '#domain/donation/pricing.ts';
import { currencies, type CurrencyCode } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { paypalCurrencyFor } from '#domain/payment/paypal-currency.ts';
import { toDonationData, type Gift } from '#web/donate/index.ts';

/** A gift as PayPal is asked to charge it: the very figures that the page shows. */
export interface Payment {
  readonly gift: Gift;
  readonly meals: number;
  readonly currency: CurrencyCode;
  readonly price: Price;
  /** Why the figures are in US dollars, for a visitor who sees another currency everywhere else. */
  readonly currencyNote: string | undefined;
}

/** The payment of a gift for a visitor: in the visitor's currency when PayPal settles it, else in US dollars (rulings, PayPal). */
export function paymentOf(gift: Gift, visitorCurrency: CurrencyCode): Payment {
  const currency = paypalCurrencyFor(visitorCurrency);
  return {
    gift,
    meals: mealsOf(gift.basket),
    currency,
    price: convertPrice(priceOf(subtotalOf(gift.basket)), currency, currentRates),
    currencyNote:
      currency === visitorCurrency
        ? undefined
        : `PayPal does not take ${currencies[visitorCurrency].name} (${visitorCurrency}), so you pay in US dollars.`,
  };
}

/** The body of `POST /paypal/order` (spec 3, PayPal order request), with the page's donation beside it. */
export const toOrderRequest = ({ gift, currency, price }: Payment, timeZone: string): PayPalOrderRequest => ({
  amount: toDecimalText(price.total),
  currency,
  intent: 'capture',
  donationData: { ...toDonationData(gift), recurring: false },
  timeZone,
});
