import type { CheckoutRequest } from '#contract/checkout.ts';
import { endpoints } from '#contract/endpoints.ts';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { SignedMessage } from '#test/support/payments/sandbox-webhooks.ts';
import { siteOrigin } from '../servers/production.ts';
import { donorToken, sessionCookie } from '../rows/donor.ts';

/** `GET /api/snacks`, as on a first visit. */
export const snacksRequest = (): string => httpRequest('GET', endpoints.listSnacks.path, {});

/** A signed-in donor's request, as our page sends it. */
export const donorRequest = (path: string) => (): string =>
  httpRequest('GET', path, { 'sec-fetch-site': 'same-origin', cookie: `${sessionCookie}=${donorToken}` });

/** A checkout of two coffees and a candy bar. It has no idempotency key, so each request opens a new session. */
export const checkoutRequest = (): string =>
  httpRequest('POST', endpoints.createCheckoutSession.path, ownPageHeaders, JSON.stringify(checkoutBody()));

const basketPrice = priceOf(money(850, baseCurrency));

/** The total of a `checkoutRequest`, in minor units of the charge currency. */
export const checkoutAmount = (): number => convertPrice(basketPrice, chargeCurrency, specRates).total.amountMinor;

export function checkoutBody(): CheckoutRequest {
  const price = basketPrice;
  return {
    amount: checkoutAmount(),
    currency: 'cad',
    successUrl: `${siteOrigin}/donation-success`,
    cancelUrl: `${siteOrigin}/#donate`,
    timeZone: 'America/Toronto',
    donationData: {
      amount: toDecimal(price.subtotal),
      mealsProvided: 7,
      charityId: 6,
      charityName: 'Food banks across Canada',
      snackName: 'Coffee',
      customAmount: false,
      recurring: false,
      snackId: null,
      stackedSnacks: [
        { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 2 },
        { id: 2, name: 'Candy Bar', price: 1.5, mealsProvided: 1, quantity: 1 },
      ],
      serviceFee: toDecimal(price.serviceFee),
    },
  };
}

export const loginRequest = (username: string, password: string): string =>
  httpRequest('POST', endpoints.login.path, ownPageHeaders, JSON.stringify({ username, password }));

/** Headers of our own page's requests with a body. */
export const ownPageHeaders = {
  'sec-fetch-site': 'same-origin',
  origin: siteOrigin,
  'content-type': 'application/json',
} as const;

export const webhookRequest = ({ path, headers, body }: SignedMessage): string =>
  httpRequest('POST', path, headers, body);

function httpRequest(method: string, path: string, headers: Readonly<Record<string, string>>, body = ''): string {
  const all = {
    host: new URL(siteOrigin).host,
    ...headers,
    ...(method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {}),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${path} HTTP/1.1`, ...lines, '', body].join('\r\n');
}
