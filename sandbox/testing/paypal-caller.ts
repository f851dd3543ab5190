/** Calls of the sandbox's PayPal as a merchant makes them, with a token that was asked for once. */
export interface PayPalCaller {
  readonly token: string;
  /** `POST` with a body, else `GET`; `headers` replace the caller's own of the same name. */
  call(path: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<PayPalAnswered>;
}

/** Status and body of an answer. */
export interface PayPalAnswered {
  readonly status: number;
  readonly body: unknown;
}

/** A token for calls; `responseType` asks for one of another kind, such as a page's. */
export async function askToken(
  url: string,
  responseType?: string,
): Promise<{ readonly access_token: string; readonly expires_in: number }> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(responseType ? { response_type: responseType } : {}),
  });
  const answer = await fetch(`${url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('sandbox-client:sandbox-secret').toString('base64')}` },
    body,
  });
  return (await answer.json()) as { access_token: string; expires_in: number };
}

/** Makes a caller of the sandbox at an address. */
export async function paypalCaller(url: string): Promise<PayPalCaller> {
  const { access_token: token } = await askToken(url);
  return {
    token,
    call: async (path, body, headers = {}) => {
      const answer = await fetch(`${url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${token}`,
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: await answer.json() };
    },
  };
}
