import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import type { ProvidedPostgres } from '#tools/provision/provide-postgres.ts';

/** The database of a drill: PostgreSQL, or SQLite in the data folder. */
export interface DrillDatabase {
  readonly dataDir: string;
  readonly postgres: ProvidedPostgres | undefined;
}

/** Starts the product with its default limits and configured for a proxy, and runs a flood against it. */
export async function runFlood<Result>(
  { dataDir, postgres }: DrillDatabase,
  flood: (world: CrashWorld) => Promise<Result>,
  smtpUrl?: string,
): Promise<Result> {
  const variables = { TRUST_PROXY: 'loopback', RATE_LIMIT_FACTOR: '1' };
  const world = await startCrashWorld({ dataDir, databaseUrl: postgres?.url, smtpUrl, variables });
  try {
    return await flood(world);
  } finally {
    await world.close();
  }
}

/** Calls the product as a proxy would, with the caller's address in a header. */
export const postFrom = (
  address: string,
  { serverUrl, origin }: Pick<CrashWorld, 'serverUrl' | 'origin'>,
  path: string,
  body: object,
): Promise<Response> =>
  fetch(`${serverUrl}${path}`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

/** Requests the payment page of a donation. */
export function requestPage(address: string, world: CrashWorld): Promise<Response> {
  const request = { successUrl: `${world.origin}/donation-success`, cancelUrl: `${world.origin}/#donate` };
  return postFrom(address, world, '/api/create-checkout-session', checkoutBody({ request }));
}

/** Signs in as the first administrator. Resolves to the session cookie. */
export async function logInAsAdmin(
  { serverUrl, origin }: Pick<CrashWorld, 'serverUrl' | 'origin'>,
  password: string,
): Promise<string> {
  const response = await fetch(`${serverUrl}/api/login`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  });
  return cookiesOf(response);
}

/** The cookies that a response sets, as a request sends them back. */
export const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ');
