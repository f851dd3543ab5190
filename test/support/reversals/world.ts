import { expect } from 'vitest';
import type { Engine } from '#server/db/database.ts';
import type { QuarantinedEventRow } from '#server/db/tables.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { createPayPalProvider, createStripeProvider } from '#server/payments/index.ts';
import { startApp, webhookSecret, type TestApp } from '../app/start-app.ts';
import { deliver, openIntent } from '../payments/open-intent.ts';
import { paypalPage } from '../payments/paypal-calls.ts';
import { signPayPal } from '../payments/paypal-webhook.ts';
import { reversalRecords } from '../payments/reversal-records.ts';
import { stubCards } from '../payments/stub-cards.ts';
import { stubPayPal } from '../payments/stub-paypal.ts';
import { testTime } from '../payments/test-time.ts';
import type { ModeledPayment } from './payment.ts';
import { startModeledProviders, type ModeledProviders } from './providers.ts';
import { modeledWire } from './wire.ts';

/** The product on a database, connected to modeled providers. Only its checkouts, orders and balances at Stripe are stubs. */
export interface ReversalWorld {
  readonly app: TestApp;
  readonly providers: ModeledProviders;
  /** Creates a payment. Its first message is the settlement. */
  pay(provider: ModeledPayment['provider']): Promise<ModeledPayment>;
  /** Delivers a message; resolves to the status of the product's response. */
  deliver(payment: ModeledPayment, message: Readonly<Record<string, unknown>>): Promise<number>;
  /** Checks the whole ledger, then reads the balance of each account for a payment. */
  readBooks(payment: ModeledPayment): Promise<Readonly<Record<string, number>>>;
  /** Reads the quarantined events that need review. */
  quarantined(): Promise<QuarantinedEventRow[]>;
  close(): Promise<void>;
}

const paypalAccount = { clientId: 'client', clientSecret: 'secret', webhookId: 'WH-1', isLive: false };

export async function startReversalWorld(engine: Engine): Promise<ReversalWorld> {
  const providers = await startModeledProviders();
  const apiBase = new URL(providers.url);
  const cards = createStripeProvider({ secretKey: 'sk_test_model', webhookSecret, apiBase, isLive: false });
  const time = testTime(new Date().toISOString());
  const paypal = createPayPalProvider({ ...paypalAccount, apiBase, webSdkUrl: providers.url }, time);
  const orders = stubPayPal();
  const app = await startApp(engine, {
    cards: { ...cards, balances: stubCards().balances, openCheckout: (request) => stubCards().openCheckout(request) },
    paypal: { ...paypal, createOrder: (request) => orders.createOrder(request) },
  });
  return {
    app,
    providers,
    pay: async (provider) => {
      const intent = provider === 'stripe' ? await openIntent(app) : await openOrder(app);
      const payment: ModeledPayment = { provider, intent, refunds: [], disputes: [], messages: [] };
      payment.messages.push(modeledWire[provider].paid(payment));
      providers.payments.push(payment);
      return payment;
    },
    deliver: async ({ provider }, message) => {
      if (provider === 'stripe') return (await deliver(app, message)).statusCode;
      const sent = { method: 'POST', url: '/api/webhooks/paypal', ...signPayPal(paypalAccount, message) } as const;
      return (await app.server.inject(sent)).statusCode;
    },
    readBooks: async ({ intent }) => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      return (await reversalRecords(app.deps, intent.id)).accounts;
    },
    quarantined: () =>
      app.deps.db.read.selectFrom('quarantined_events').selectAll().where('resolved_at', 'is', null).execute(),
    close: async () => {
      await app.close();
      await providers.close();
    },
  };
}

async function openOrder(app: TestApp): Promise<ModeledPayment['intent']> {
  const orderId = await paypalPage(app).order();
  const intents = app.deps.db.read.selectFrom('donation_intents').selectAll();
  return intents.where('provider_session_id', '=', orderId).executeTakeFirstOrThrow();
}
