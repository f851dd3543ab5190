import type { OrderRequest, PayPalProvider } from '#server/payments/index.ts';

/** A PayPal in the server's own process: it makes every order, and every order is approved and paid when it is captured. */
export interface StubPayPal extends PayPalProvider {
  /** What it was asked to make orders for, by the order's id. */
  readonly orders: ReadonlyMap<string, OrderRequest>;
}

/** For tests that are not about PayPal; everything else of it says that it cannot be asked. */
export function stubPayPal(): StubPayPal {
  const orders = new Map<string, OrderRequest>();
  const away = { code: 'unavailable', detail: 'a stub knows nothing of this' } as const;
  return {
    name: 'paypal',
    isLive: false,
    webSdkUrl: 'https://paypal.example',
    orders,
    makeClientToken: async () => ({ code: 'made', clientToken: 'client-token' }),
    createOrder: async (request) => {
      const orderId = `STUB${String(orders.size + 1).padStart(13, '0')}`;
      orders.set(orderId, request);
      return { code: 'created', orderId };
    },
    captureOrder: async ({ orderId, intentId }) => ({
      code: 'event',
      event: {
        provider: 'paypal',
        eventId: `asked:${orderId}:settled`,
        occurredAt: new Date('2026-03-04T12:00:00Z'),
        isLive: false,
        sessionId: orderId,
        paymentId: `PAID${orderId}`,
        account: undefined,
        intentId,
        fact: { kind: 'settled', collected: orders.get(orderId)?.total },
      },
    }),
    fetchOrder: async () => away,
    fetchPayment: async () => away,
    refundPayment: async () => away,
    readWebhook: async () => ({ code: 'invalid_signature' }),
    listMessages: async function* () {},
    listPayments: async function* () {},
  };
}
