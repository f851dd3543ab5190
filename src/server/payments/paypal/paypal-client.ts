import type { ApiResponse, Client, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import * as z from 'zod/mini';
import type { PayPalConfig } from '#server/config.ts';
import { answered, NoAnswer, sdkAnswer, toAnswer, type PayPalAnswer, type Sdk } from './paypal-answer.ts';
import { redirected, redirectedClient } from './redirected-client.ts';

/** What a call of the SDK is done with. */
export interface SdkCall {
  readonly sdk: Sdk;
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  readonly options: { readonly abortSignal: AbortSignal };
}

/** A call that the SDK lacks. */
export interface OwnCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The ways to call PayPal. Each rejects with NoAnswer when nothing came before `limit` was over. */
export interface PayPalClient {
  call(limit: AbortSignal, work: (call: SdkCall) => Promise<ApiResponse<unknown>>): Promise<PayPalAnswer>;
  fetch(limit: AbortSignal, request: OwnCall): Promise<PayPalAnswer>;
  /** Asks for a token for PayPal's script in a page. */
  requestClientToken(limit: AbortSignal): Promise<PayPalAnswer>;
}

/** Calls with the merchant's token, which is fetched when it is needed and again when PayPal no longer takes it. */
export function createPayPalClient(config: PayPalConfig): PayPalClient {
  let session: Promise<Session> | undefined;
  const renew = (): Promise<Session> => {
    const fresh = openSession(config);
    session = fresh;
    fresh.catch(() => {
      if (session === fresh) session = undefined;
    });
    return fresh;
  };
  const current = async (): Promise<Session> => {
    const kept = await (session ?? renew());
    return kept.endsAtMs > performance.now() ? kept : renew();
  };
  const withSession = (limit: AbortSignal, work: (session: Session) => Promise<PayPalAnswer>): Promise<PayPalAnswer> =>
    answered(limit, async () => {
      const first = await work(await current());
      return first.status === 401 ? work(await renew()) : first; // a token can be taken back before its time
    });
  return {
    call: (limit, work) =>
      withSession(limit, async ({ openClient }) => {
        const { sdk, client } = await openClient();
        const orders = new sdk.OrdersController(client);
        const payments = new sdk.PaymentsController(client);
        return sdkAnswer(sdk, () => work({ sdk, orders, payments, options: { abortSignal: limit } }));
      }),
    fetch: (limit, request) => withSession(limit, ({ token }) => ownCall(config, token, request, limit)),
    requestClientToken: (limit) => answered(limit, () => requestClientToken(config, limit)),
  };
}

interface Session {
  readonly token: string;
  /** By this machine's own monotonic clock: tokens age in real time, whatever a test provider's clock says. */
  readonly endsAtMs: number;
  /** The SDK with this token; loaded when a call needs it. */
  readonly openClient: () => Promise<{ readonly sdk: Sdk; readonly client: Client }>;
}

const loadSdk = (): Promise<Sdk> => import('@paypal/paypal-server-sdk');

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });
const tokenTimeMs = 4000;
const tokenMarginSeconds = 60;

/**
 * A token, and a client of the SDK for it alone: the SDK's own keeper of tokens stays broken for good once a single request
 * for one has failed. The token is asked for without the SDK, which takes 40 MB: a server that only compares its books, or
 * hears of no order at all, never loads it.
 */
async function openSession(config: PayPalConfig): Promise<Session> {
  const limit = AbortSignal.timeout(tokenTimeMs);
  const { status, content } = await answered(limit, () =>
    send(config, { method: 'POST', path: '/v1/oauth2/token', body: 'grant_type=client_credentials' }, limit, {
      authorization: basicAuthorization(config),
      'content-type': 'application/x-www-form-urlencoded',
    }),
  );
  const token = tokenSchema.safeParse(content);
  if (status !== 200 || !token.success) throw new NoAnswer(`PayPal gave no token, but ${status}`);
  const { access_token: accessToken, expires_in: seconds } = token.data;
  let client: Client | undefined;
  return {
    token: accessToken,
    endsAtMs: performance.now() + Math.max(0, seconds - tokenMarginSeconds) * 1000,
    openClient: async () => {
      const sdk = await loadSdk();
      client ??= redirectedClient(sdk, config, accessToken);
      return { sdk, client };
    },
  };
}

const basicAuthorization = ({ clientId, clientSecret }: PayPalConfig): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

async function requestClientToken(config: PayPalConfig, limit: AbortSignal): Promise<PayPalAnswer> {
  const sdk = await loadSdk();
  const controller = new sdk.OAuthAuthorizationController(redirectedClient(sdk, config, undefined));
  return sdkAnswer(sdk, () =>
    controller.requestToken(
      { authorization: basicAuthorization(config) },
      { response_type: 'client_token', intent: 'sdk_init' },
      { abortSignal: limit },
    ),
  );
}

const ownAddress = (isLive: boolean): URL =>
  new URL(isLive ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com');

const ownCall = (config: PayPalConfig, token: string, request: OwnCall, limit: AbortSignal): Promise<PayPalAnswer> =>
  send(config, request, limit, {
    authorization: `Bearer ${token}`,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  });

async function send(
  config: PayPalConfig,
  { method, path, body }: OwnCall,
  limit: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<PayPalAnswer> {
  const base = config.apiBase ?? ownAddress(config.isLive);
  const response = await fetch(redirected(new URL(path, base).href, base), {
    method,
    signal: limit,
    redirect: 'manual',
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return toAnswer(response.status, await response.text());
}
