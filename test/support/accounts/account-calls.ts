import type { LightMyRequestResponse } from 'fastify';
import type { MailLinkRow } from '#server/db/tables.ts';
import { decryptToken } from '#server/mail/link-token.ts';
import { cookieOf } from './signed-in.ts';
import { ownOrigin, type TestApp } from '../app/start-app.ts';

/** A call as one of the product's pages makes it; without a cookie, it comes from a stranger. */
export interface AccountCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly cookie?: string | undefined;
  /** A buffer is sent as a PNG file. */
  readonly body?: object;
  readonly device?: string;
}

export const call = (
  app: TestApp,
  { method, url, cookie, body, device }: AccountCall,
): Promise<LightMyRequestResponse> =>
  app.server.inject({
    method,
    url,
    headers: {
      origin: ownOrigin,
      ...(cookie === undefined ? {} : { cookie }),
      ...(device === undefined ? {} : { 'user-agent': device }),
      ...(Buffer.isBuffer(body) ? { 'content-type': 'image/png' } : {}),
    },
    ...(body ? { payload: body } : {}),
  });

export const statusAndBody = (response: LightMyRequestResponse) => ({
  status: response.statusCode,
  body: response.json<unknown>(),
});

/** Returns the statuses of simultaneous calls, lowest first. */
export const sortedStatuses = (responses: readonly { readonly statusCode: number }[]): number[] =>
  responses.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other);

/** Signs in on another device. Returns the status and the cookie. */
export async function logInAt(
  app: TestApp,
  login: { readonly username: string; readonly password: string },
  device = 'another device',
): Promise<{ readonly status: number; readonly cookie: string }> {
  const response = await call(app, { method: 'POST', url: '/api/login', body: login, device });
  return { status: response.statusCode, cookie: cookieOf(response) };
}

/** Tries to log in, in a browser that sends this cookie. Returns the status. */
export const tryLogin = async (
  app: TestApp,
  login: { readonly username: string; readonly password: string; readonly code?: string },
  cookie?: string,
): Promise<number> => (await call(app, { method: 'POST', url: '/api/login', body: login, cookie })).statusCode;

/** Resets a password through a mailed link, in a browser that sends this cookie. */
export async function resetByMail(
  app: TestApp,
  { email, password, cookie }: { readonly email: string; readonly password: string; readonly cookie?: string },
): Promise<LightMyRequestResponse> {
  await call(app, { method: 'POST', url: '/api/password-link', body: { email } });
  const body = { token: await mailedToken(app, 'reset_password'), password };
  return call(app, { method: 'POST', url: '/api/password-reset', cookie, body });
}

/** Returns true if a cookie still has a session. */
export const isSignedIn = async (app: TestApp, cookie: string): Promise<boolean> =>
  (await call(app, { method: 'GET', url: '/api/user', cookie })).statusCode === 200;

/** Reads the tokens of the mailed links in the outbox, oldest first. */
export async function mailedTokens({ deps }: TestApp, purpose: MailLinkRow['purpose']): Promise<string[]> {
  const jobs = deps.db.read.selectFrom('outbox').select('payload').where('kind', '=', purpose).orderBy('created_at');
  return (await jobs.execute()).map(({ payload }) => decryptToken(deps, payload));
}

/** Reads the token of the newest mailed link in the outbox. */
export async function mailedToken(app: TestApp, purpose: MailLinkRow['purpose']): Promise<string> {
  const token = (await mailedTokens(app, purpose)).at(-1);
  if (token === undefined) throw new Error(`no ${purpose} email in the outbox`);
  return token;
}

/** Reads the kinds of the jobs in the outbox, sorted. */
export async function queuedKinds({ deps }: TestApp): Promise<string[]> {
  return (await deps.db.read.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind).toSorted();
}
