import type { CheckoutRequest } from '#contract/checkout.ts';
import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { Engine } from '#server/db/database.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/start-sandbox.ts';
import { checkoutBody } from './checkout-body.ts';
import { providerVariables } from './silent-sandbox.ts';
import { fixedClock } from '../app/clock.ts';
import { findDiscrepancies } from './provider-records.ts';
import { ownOrigin, startApp, webhookSecret, type TestApp, type TestAppOptions } from '../app/start-app.ts';
import { testTime, type TestTime } from './test-time.ts';

/** The product and a payment sandbox that talk to each other over HTTP, as in test mode. */
export interface AppWithSandbox {
  readonly app: TestApp;
  readonly sandbox: RunningSandbox;
  readonly control: SandboxControl;
  /** The time by which the product waits for PayPal. */
  readonly time: TestTime;
  /** Requests a checkout from the product, with a session's cookie or as a stranger. */
  openCheckout(body?: CheckoutRequest, cookie?: string): Promise<OpenedSession>;
  /** Requests a checkout and pays it with a card that succeeds. */
  pay(body?: CheckoutRequest, cookie?: string): Promise<OpenedSession>;
  /** Advances both clocks. */
  advance(seconds: number): Promise<void>;
  /** Reads the product's donations. */
  donations(): Promise<DonationRow[]>;
  /** Reads the statuses of the product's donation intents. */
  statuses(): Promise<PaymentStatus[]>;
  /** Finds errors in the product's ledger, and differences from the sandbox's records. */
  discrepancies(): Promise<string[]>;
  close(): Promise<void>;
}

/** A checkout that was opened at the provider. */
export interface OpenedSession {
  readonly sessionId: string;
  readonly donationId: string;
}

/** The merchant's PayPal account in the sandbox. */
const paypalAccount = { clientId: 'client-1', clientSecret: 'client-secret-1', webhookId: 'WEBHOOK0000000001' };

/** Starts app and sandbox on an engine. Their clocks start at the same second and move only with `advance`. */
export async function startAppWithSandbox(
  engine: Engine,
  { environment = {}, ...options }: Pick<TestAppOptions, 'databaseUrl' | 'environment' | 'mail' | 'renderMail'> = {},
): Promise<AppWithSandbox> {
  const clock = fixedClock();
  const target = { url: '', secret: webhookSecret };
  const paypal = { ...paypalAccount, webhookUrl: '' };
  const sandbox = await startStillSandbox({ webhook: target, paypal }, clock.now().getTime());
  const time = testTime(new Date().toISOString()); // signatures carry real time
  const app = await startApp(engine, {
    clock,
    time,
    environment: { ...providerVariables(sandbox), ...environment },
    ...options,
  });
  const productUrl = await app.server.listen({ port: 0, host: '127.0.0.1' });
  target.url = `${productUrl}/api/webhooks/stripe`;
  paypal.webhookUrl = `${productUrl}/api/webhooks/paypal`;
  const control = controlSandbox(sandbox.url);
  const both: AppWithSandbox = {
    app,
    sandbox,
    control,
    time,
    openCheckout: (body = checkoutBody(), cookie) => openCheckout(app, body, cookie),
    pay: async (body, cookie) => {
      const session = await both.openCheckout(body, cookie);
      await control.submitPayment(session.sessionId);
      await sandbox.sandbox.webhooks.whenIdle();
      return session;
    },
    advance: async (seconds) => {
      clock.advance(seconds * 1000);
      await control.advanceClock(seconds);
      await sandbox.sandbox.webhooks.whenIdle();
    },
    donations: () => app.deps.db.read.selectFrom('donations').selectAll().execute(),
    statuses: async () => {
      const intents = await app.deps.db.read.selectFrom('donation_intents').select('status').execute();
      return intents.map(({ status }) => status);
    },
    discrepancies: () => findDiscrepancies(app.deps, control),
    close: async () => {
      await sandbox.close();
      await app.close();
    },
  };
  return both;
}

/** Starts a sandbox whose clock stands still at an instant until it is advanced. */
const startStillSandbox = (options: SandboxOptions, instantMs: number): Promise<RunningSandbox> =>
  startSandbox({
    secretKey: 'sk_test_sandbox_key',
    retryDelaysMs: [60_000],
    webhookTimeoutMs: 60_000,
    publicUrl: '',
    machineNowMs: () => instantMs,
    ...options,
  });

async function openCheckout(app: TestApp, body: CheckoutRequest, cookie: string | undefined): Promise<OpenedSession> {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/create-checkout-session',
    headers: { origin: ownOrigin, ...(cookie === undefined ? {} : { cookie }) },
    payload: body,
  });
  if (response.statusCode !== 200) throw new Error(`checkout was refused: ${response.body}`);
  const sessionId = new URL(response.json<{ url: string }>().url).pathname.split('/').at(-1) ?? '';
  const intent = await app.deps.db.read
    .selectFrom('donation_intents')
    .select('donation_id')
    .where('provider_session_id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return { sessionId, donationId: intent.donation_id };
}
