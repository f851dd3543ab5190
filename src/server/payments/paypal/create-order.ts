import * as z from 'zod/mini';
import { brand } from '#domain/brand.ts';
import type { CreatedOrder, OrderRequest } from '#server/ports/paypal-provider.ts';
import { withoutDonation } from './order-event.ts';
import {
  attemptMs,
  describeResponse,
  isDefiniteRefusal,
  NoResponse,
  totalMs,
  type PayPalResponse,
} from './client/paypal-response.ts';
import type { PayPalClient, SdkCall } from './client/paypal-client.ts';
import { recordFields } from './order-record.ts';
import type { RealTime } from './client/real-time.ts';
import { toSdkMoney } from './wire-shapes.ts';

/**
 * Creates an order. After no response, a server error or a conflict, the call is repeated once with the same key. If PayPal
 * created the order the first time, it responds with that order.
 */
export async function createOrder(client: PayPalClient, request: OrderRequest, time: RealTime): Promise<CreatedOrder> {
  const total = time.limit(totalMs);
  const attempt = (): Promise<PayPalResponse> =>
    client.call(AbortSignal.any([total, time.limit(attemptMs)]), (call) => requestOrder(call, request));
  const first = await attempt().catch((error: unknown) => {
    if (error instanceof NoResponse) return undefined;
    throw error;
  });
  const response = first && first.status < 500 && first.status !== 409 ? first : await attempt();
  const order = orderSchema.safeParse(response.content);
  if (response.status < 300 && order.success) return { code: 'created', orderId: order.data.id };
  return { code: isDefiniteRefusal(response) ? 'refused' : 'unavailable', detail: describeResponse(response) };
}

const orderSchema = z.object({
  id: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  status: z.enum(['CREATED', 'SAVED', 'APPROVED', 'PAYER_ACTION_REQUIRED', 'COMPLETED']),
});

function requestOrder({ sdk, orders, options }: SdkCall, request: OrderRequest) {
  const { donation, total } = request;
  const stored = donation && recordFields(donation.record, donation.charityName);
  return orders.createOrder(
    {
      paypalRequestId: request.requestId,
      prefer: 'return=representation',
      body: {
        intent: sdk.CheckoutPaymentIntent.Capture,
        purchaseUnits: [
          {
            amount: { ...toSdkMoney(total), ...(stored ? { breakdown: { itemTotal: toSdkMoney(total) } } : {}) },
            description: request.description.slice(0, descriptionMax),
            customId: stored?.customId ?? withoutDonation,
            ...(donation && stored ? { invoiceId: donation.record.donationId, items: [...stored.items] } : {}),
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

const descriptionMax = 127; // PayPal's limit
