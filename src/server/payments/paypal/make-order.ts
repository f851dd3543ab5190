import * as z from 'zod/mini';
import { brand } from '#domain/brand.ts';
import type { CreatedOrder, OrderRequest } from '#server/payments/paypal-provider.ts';
import { withoutGift } from './order-event.ts';
import { inWords, NoAnswer, type PayPalAnswer } from './paypal-answer.ts';
import type { PayPalClient, SdkCall } from './paypal-client.ts';
import { attemptMs, untilLate, wholeMs } from './time-limits.ts';
import { toSdkMoney } from './wire-money.ts';

/**
 * Makes an order. A call without an answer, or with a server's error, is repeated once under the same key: PayPal answers it
 * with the order that it may have made the first time.
 */
export async function makeOrder(client: PayPalClient, request: OrderRequest): Promise<CreatedOrder> {
  const whole = AbortSignal.timeout(wholeMs);
  const attempt = (): Promise<PayPalAnswer> =>
    client.call(untilLate(whole, attemptMs), (call) => askForOrder(call, request));
  const first = await attempt().catch((error: unknown) => {
    if (error instanceof NoAnswer) return undefined;
    throw error;
  });
  const answer = first && first.status < 500 && first.status !== 409 ? first : await attempt();
  const order = orderSchema.safeParse(answer.content);
  if (answer.status >= 300 || !order.success) return { code: 'unavailable', detail: inWords(answer) };
  return { code: 'created', orderId: order.data.id };
}

const orderSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'PAYER_ACTION_REQUIRED', 'COMPLETED']),
});

function askForOrder({ sdk, orders, options }: SdkCall, request: OrderRequest) {
  const { gift, total } = request;
  return orders.createOrder(
    {
      paypalRequestId: request.requestId,
      prefer: 'return=representation',
      body: {
        intent: sdk.CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            amount: toSdkMoney(total),
            description: request.description.slice(0, descriptionMax),
            customId: gift?.intentId ?? withoutGift,
            ...(gift ? { invoiceId: gift.donationId } : {}),
          },
        ],
        paymentSource: {
          paypal: {
            experienceContext: {
              brandName: brand.name,
              shippingPreference: sdk.PaypalWalletContextShippingPreference.NoShipping,
              userAction: sdk.PaypalExperienceUserAction.PayNow,
              returnUrl: request.pageUrl,
              cancelUrl: request.pageUrl,
            },
          },
        },
      },
    },
    options,
  );
}

const descriptionMax = 127; // PayPal refuses more
