import type { FetchedDispute } from '#server/ports/provider.ts';
import type {
  CardProvider,
  CheckoutSessionRequest,
  FetchedSession,
  OpenedCheckout,
} from '#server/ports/card-provider.ts';

/** A card provider that opens every checkout and records the requests; its responses can be replaced. */
export interface StubCards extends CardProvider {
  readonly opened: CheckoutSessionRequest[];
  respondToOpen: (request: CheckoutSessionRequest) => OpenedCheckout;
  respondToFetch: (sessionId: string) => FetchedSession;
  respondToDispute: (disputeId: string) => FetchedDispute;
}

/** Returns the session id of an intent: always the same, as with a provider's idempotency keys. */
export const sessionIdOf = (intentId: string): string => `cs_test_${intentId}`;

/** Creates a provider in the test's process, for tests that are not about the provider. */
export function stubCards(): StubCards {
  const opened: CheckoutSessionRequest[] = [];
  const stub: StubCards = {
    name: 'stripe',
    isLive: false,
    subscriptions: noSubscriptions,
    balances: {
      historyMs: Infinity,
      listPayouts: async function* () {},
      listMovements: async function* () {},
      fetchBalance: async () => new Map(),
    },
    opened,
    respondToOpen: ({ intentId, expiresAt }) => ({
      code: 'opened',
      sessionId: sessionIdOf(intentId),
      url: `https://pay.example/${intentId}`,
      expiresAt,
    }),
    respondToFetch: () => ({ code: 'fetched', event: undefined }),
    respondToDispute: () => ({ code: 'not_found' }),
    openCheckout: async (request) => {
      opened.push(request);
      return stub.respondToOpen(request);
    },
    expireSession: async () => ({ code: 'ended' }),
    fetchSession: async (sessionId) => stub.respondToFetch(sessionId),
    listSessionStates: async function* () {},
    listMessages: async function* () {},
    refundPayment: async () => ({ code: 'unavailable', detail: 'the stub makes no refunds' }),
    fetchDispute: async (disputeId) => stub.respondToDispute(disputeId),
    listRefunds: async function* () {},
    listDisputes: async function* () {},
    listChargeFees: async function* () {},
    listDisputeFees: async function* () {},
    readWebhook: () => ({ code: 'invalid_signature' }),
  };
  return stub;
}

const unavailable = async () => ({ code: 'unavailable', detail: 'the stub has no subscriptions' }) as const;

/** A provider that has no monthly charges. */
const noSubscriptions: CardProvider['subscriptions'] = {
  fetchSubscription: unavailable,
  fetchInvoice: unavailable,
  changeSubscription: unavailable,
  pauseSubscription: unavailable,
  resumeSubscription: unavailable,
  stopSubscription: unavailable,
  restartSubscription: unavailable,
  cancelSubscription: unavailable,
  openPortal: unavailable,
  listInvoices: async function* () {},
};
