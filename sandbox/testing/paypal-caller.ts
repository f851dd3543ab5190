import { controlSandbox, type SandboxControl } from '../control-client.ts';
import { startSandbox, type RunningSandbox } from '../start-sandbox.ts';

/** The test's own sandbox, with the operator's actions and a merchant's calls. */
export interface PayPalSandbox {
  readonly running: RunningSandbox;
  readonly control: SandboxControl;
  readonly paypal: PayPalCaller;
}

export async function startPayPalSandbox(): Promise<PayPalSandbox> {
  const running = await startSandbox();
  return { running, control: controlSandbox(running.url), paypal: await paypalCaller(running.url) };
}

/** Calls the sandbox's PayPal as a merchant, with one token for all calls. */
export interface PayPalCaller {
  readonly token: string;
  /** Sends a POST if there is a body, and otherwise a GET. `headers` replace the default ones. */
  call(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<PayPalResponse>;
}

export interface PayPalResponse {
  readonly status: number;
  readonly debugId: string | null;
  readonly body: unknown;
}

/** Fetches an access token, or the kind of token that `responseType` names. */
export async function fetchToken(
  url: string,
  responseType?: string,
): Promise<{ readonly access_token: string; readonly expires_in: number }> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(responseType ? { response_type: responseType } : {}),
  });
  const response = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` },
    body,
  });
  return (await response.json()) as { access_token: string; expires_in: number };
}

/** Creates a caller for the sandbox at this URL. */
export async function paypalCaller(url: string): Promise<PayPalCaller> {
  const { access_token: token } = await fetchToken(url);
  return {
    token,
    call: async (path, body, headers = {}) => {
      const response = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          prefer: 'return=representation',
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return {
        status: response.status,
        debugId: response.headers.get('paypal-debug-id'),
        body: await response.json(),
      };
    },
  };
}
