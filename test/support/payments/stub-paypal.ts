import type { OrderRequest, PayPalProvider } from '#server/ports/paypal-provider.ts';

/** A PayPal in the test's process: it creates every order, and every capture succeeds. */
export interface StubPayPal extends PayPalProvider {
  /** The requested orders, by id. */
  readonly orders: ReadonlyMap<string, OrderRequest>;
}

/** An account in which nothing ever happened. */
const emptyBalances: StubPayPal['balances'] = {
  historyMs: Infinity,
  listPayouts: async function* () {},
  listMovements: async function* () {},
  fetchCoveredUntil: async (now) => now,
  fetchBalanceAt: async () => new Map(),
};

/** Creates a PayPal for tests that are not about PayPal. All other functions are unavailable. */
export function stubPayPal(): StubPayPal {
  const orders = new Map<string, OrderRequest>();
  const unavailable = { code: 'unavailable', detail: 'the stub does not implement this' } as const;
  return {
    name: 'paypal',
    isLive: false,
    webSdkUrl: 'https://paypal.example',
    balances: emptyBalances,
    orders,
    createClientToken: async () => ({ code: 'created', clientToken: 'client-token' }),
    createOrder: async (request) => {
      const orderId = `STUB${String(orders.size + 1).padStart(13, '0')}`;
      orders.set(orderId, request);
      return { code: 'created', orderId };
    },
    captureOrder: async ({ orderId }) => ({
      code: 'event',
      event: {
        provider: 'paypal',
        eventId: `asked:${orderId}:settled`,
        occurredAt: new Date('2026-03-04T12:00:00Z'),
        isLive: false,
        sessionId: orderId,
        paymentId: `PAID${orderId}`,
        account: undefined,
        intentId: orders.get(orderId)?.donation?.record.intentId,
        fact: { kind: 'settled', collected: orders.get(orderId)?.total },
      },
    }),
    fetchOrder: async () => unavailable,
    fetchPayment: async () => unavailable,
    refundPayment: async () => unavailable,
    fetchRefund: async () => unavailable,
    fetchDispute: async () => unavailable,
    readWebhook: async () => ({ code: 'invalid_signature', reason: 'signature' }),
    listMessages: async function* () {},
    listDisputes: async function* () {},
    listTransactions: async function* () {},
  };
}
