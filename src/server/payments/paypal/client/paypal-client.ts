import type { ApiResponse, Client, OrdersController, PaymentsController } from '@paypal/paypal-server-sdk';
import * as z from 'zod/mini';
import type { PayPalConfig } from '#server/config/config.ts';
import type { Tracing } from '#server/ports/tracing.ts';
import { callSpan, recordCall } from '#server/payments/call-spans.ts';
import { NoResponse, orNoResponse, toResponse, type PayPalResponse, type Sdk } from './paypal-response.ts';
import type { RealTime } from './real-time.ts';
import { redirectUrl, redirectedClient } from './redirected-client.ts';
import { sdkResponse } from './sdk-response.ts';

/** The parts of the SDK that a call needs. */
export interface SdkCall {
  readonly sdk: Sdk;
  readonly orders: OrdersController;
  readonly payments: PaymentsController;
  readonly options: { readonly abortSignal: AbortSignal };
}

/** A call that we make without the SDK. */
interface RawCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Calls PayPal. Each call rejects with NoResponse if there is no response before `limit` aborts. */
export interface PayPalClient {
  /** Returns a signal that aborts after a time. */
  limit(milliseconds: number): AbortSignal;
  call(limit: AbortSignal, work: (call: SdkCall) => Promise<ApiResponse<unknown>>): Promise<PayPalResponse>;
  fetch(limit: AbortSignal, request: RawCall): Promise<PayPalResponse>;
  /** Requests a token for PayPal's script in the page. */
  requestClientToken(limit: AbortSignal): Promise<PayPalResponse>;
}

/**
 * Creates a client that fetches the merchant's token when needed and renews it when it expires or PayPal no longer accepts it.
 */
export function createPayPalClient(config: PayPalConfig, time: RealTime, tracing?: Tracing): PayPalClient {
  const access = { config, tracing };
  let session: Promise<Session> | undefined;
  const renew = (): Promise<Session> => {
    const fresh = openSession(access, time.limit(tokenTimeMs));
    session = fresh;
    fresh.catch(() => {
      if (session === fresh) session = undefined;
    });
    return fresh;
  };
  const current = async (): Promise<Session> => {
    const known = await (session ?? renew());
    return known.expiresAtMs > performance.now() ? known : renew();
  };
  const withSession = (
    limit: AbortSignal,
    work: (session: Session) => Promise<PayPalResponse>,
  ): Promise<PayPalResponse> =>
    orNoResponse(limit, async () => {
      const first = await work(await current());
      return first.status === 401 ? work(await renew()) : first; // PayPal can revoke a token early
    });
  return {
    limit: (milliseconds) => time.limit(milliseconds),
    call: (limit, work) =>
      withSession(limit, async ({ openClient }) => {
        const { sdk, client } = await openClient();
        const orders = new sdk.OrdersController(client);
        const payments = new sdk.PaymentsController(client);
        return sdkResponse(sdk, tracing, () => work({ sdk, orders, payments, options: { abortSignal: limit } }));
      }),
    fetch: (limit, request) => withSession(limit, ({ token }) => callRaw(access, token, request, limit)),
    requestClientToken: (limit) => orNoResponse(limit, () => requestClientToken(access, limit)),
  };
}

interface Access {
  readonly config: PayPalConfig;
  readonly tracing: Tracing | undefined;
}

interface Session {
  readonly token: string;
  /** On the machine's monotonic clock, because tokens expire in real time even when the sandbox moves its clock. */
  readonly expiresAtMs: number;
  /** Loads the SDK and creates its client with this token. */
  readonly openClient: () => Promise<{ readonly sdk: Sdk; readonly client: Client }>;
}

const loadSdk = (): Promise<Sdk> => import('@paypal/paypal-server-sdk');

const tokenSchema = z.object({ access_token: z.string().check(z.minLength(1)), expires_in: z.number() });
const tokenTimeMs = 4000;
const tokenMarginSeconds = 60;

/**
 * Fetches a token and prepares an SDK client for it, because the SDK's token manager never recovers from a failed request. The
 * token is fetched without the SDK, because the SDK takes 40 MB, and raw calls do not load it.
 */
async function openSession(access: Access, limit: AbortSignal): Promise<Session> {
  const { config } = access;
  const { status, content } = await orNoResponse(limit, () =>
    send(access, { method: 'POST', path: '/v1/oauth2/token', body: 'grant_type=client_credentials' }, limit, {
      authorization: basicAuthorization(config),
      'content-type': 'application/x-www-form-urlencoded',
    }),
  );
  const token = tokenSchema.safeParse(content);
  if (status !== 200 || !token.success) throw new NoResponse(`PayPal responded to the token request with ${status}`);
  const { access_token: accessToken, expires_in: seconds } = token.data;
  let client: Client | undefined;
  return {
    token: accessToken,
    expiresAtMs: performance.now() + Math.max(0, seconds - tokenMarginSeconds) * 1000,
    openClient: async () => {
      const sdk = await loadSdk();
      client ??= redirectedClient(sdk, config, accessToken);
      return { sdk, client };
    },
  };
}

const basicAuthorization = ({ clientId, clientSecret }: PayPalConfig): string =>
  `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

async function requestClientToken({ config, tracing }: Access, limit: AbortSignal): Promise<PayPalResponse> {
  const sdk = await loadSdk();
  const controller = new sdk.OAuthAuthorizationController(redirectedClient(sdk, config, undefined));
  return sdkResponse(sdk, tracing, () =>
    controller.requestToken(
      { authorization: basicAuthorization(config) },
      { response_type: 'client_token', intent: 'sdk_init' },
      { abortSignal: limit },
    ),
  );
}

const defaultAddress = (isLive: boolean): URL =>
  new URL(isLive ? 'https://api-m.paypal.com' : 'https://api-m.sandbox.paypal.com');

const callRaw = (access: Access, token: string, request: RawCall, limit: AbortSignal): Promise<PayPalResponse> =>
  send(access, request, limit, {
    authorization: `Bearer ${token}`,
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  });

function send(
  { config, tracing }: Access,
  { method, path, body }: RawCall,
  limit: AbortSignal,
  headers: Readonly<Record<string, string>>,
): Promise<PayPalResponse> {
  const base = config.apiBase ?? defaultAddress(config.isLive);
  const url = redirectUrl(new URL(path, base).href, base);
  const call = async (): Promise<PayPalResponse> => {
    const response = await fetch(url, {
      method,
      signal: limit,
      redirect: 'manual',
      headers,
      ...(body === undefined ? {} : { body }),
    });
    return toResponse(response.status, await response.text());
  };
  return recordCall(
    tracing,
    () => callSpan(method, new URL(url)),
    call,
    ({ status }) => status,
  );
}
