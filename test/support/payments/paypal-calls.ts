import type { LightMyRequestResponse } from 'fastify';
import type { DonationData } from '#contract/checkout.ts';
import type { PayPalOrderRequest } from '#contract/paypal.ts';
import { convertPrice, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency, type CurrencyCode } from '#domain/money/currency.ts';
import { specRates } from '#domain/money/exchange.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { captureOrder } from '#sandbox/paypal/payments/capture-order.ts';
import { postText } from '../app/call-app.ts';
import type { AppWithSandbox } from './app-with-sandbox.ts';
import { checkoutBody } from './checkout-body.ts';
import { cookieOf } from '../accounts/signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

/** Returns our page's request for one coffee (US$3.50) in a currency; any part can be replaced. */
export function orderBody(
  currency: CurrencyCode = 'CAD',
  changes: { donation?: Partial<DonationData>; request?: Record<string, unknown> } = {},
): PayPalOrderRequest {
  const { donationData } = checkoutBody({ donation: changes.donation ?? {} });
  const subtotal = fromDecimal(donationData.amount, baseCurrency);
  const total = subtotal && convertPrice(priceOf(subtotal), currency, specRates).total;
  return {
    amount: total ? toDecimalText(total) : '0',
    currency,
    intent: 'capture',
    timeZone: 'America/Toronto',
    donationData: { ...donationData, recurring: false },
    ...changes.request,
  };
}

/** A browser on the PayPal page; it stores its cookies. */
export interface PayPalPage {
  cookie: string;
  /** Requests an order; the body may be anything. */
  requestOrder(body?: unknown, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
  /** Requests an order that must succeed. Returns PayPal's id for it. */
  order(body?: unknown): Promise<string>;
  capture(orderId: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
}

/** Collects an approved order at PayPal without the product: only PayPal's messages report it. */
export function captureAtPayPal({ sandbox: { sandbox } }: AppWithSandbox, orderId: string): void {
  const order = sandbox.store.paypalOrders.get(orderId);
  if (!order) throw new Error(`the sandbox has no order ${orderId}`);
  captureOrder(sandbox, order);
}

/** Donates with PayPal as a stranger. With an eCheck, the money is collected days later. Returns the order's id. */
export async function payWithPayPal(
  { app, control, sandbox }: AppWithSandbox,
  funding: 'balance' | 'echeck' = 'balance',
): Promise<string> {
  const page = paypalPage(app);
  const orderId = await page.order();
  await control.approveOrder(orderId, funding);
  await page.capture(orderId);
  await sandbox.sandbox.webhooks.whenIdle();
  return orderId;
}

/** Creates a browser on the PayPal page, by default without cookies. */
export function paypalPage(app: TestApp, cookie = ''): PayPalPage {
  const page: PayPalPage = {
    cookie,
    requestOrder: async (body = orderBody(), headers = {}) => {
      const cookies = page.cookie === '' ? {} : { cookie: page.cookie };
      const response = await postText(app, '/paypal/order', JSON.stringify(body), { ...cookies, ...headers });
      if (response.cookies.length > 0)
        page.cookie = [cookie, cookieOf(response)].filter((part) => part !== '').join('; ');
      return response;
    },
    order: async (body) => {
      const response = await page.requestOrder(body);
      if (response.statusCode !== 200) throw new Error(`the order was refused: ${response.body}`);
      return response.json<{ id: string }>().id;
    },
    capture: (orderId, headers = {}) =>
      postText(app, `/paypal/order/${orderId}/capture`, '', {
        ...(page.cookie === '' ? {} : { cookie: page.cookie }),
        ...headers,
      }),
  };
  return page;
}
