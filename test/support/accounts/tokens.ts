import type { LightMyRequestResponse } from 'fastify';
import { newTokenResponse } from '#contract/admin/tokens.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '../app/start-app.ts';
import { call, type AccountCall } from './account-calls.ts';
import { donorPassword, type SignedIn } from './signed-in.ts';

/** Returns the body of a staff member's request to create an API token. */
export const tokenBody = (app: TestApp, { user }: SignedIn) => ({
  name: 'Nightly export',
  days: '30',
  password: user.username === 'admin' ? (app.deps.config.admin.password ?? 'chosen-password-1') : donorPassword,
  reason: 'For the data warehouse',
});

/** Creates an API token as a staff member. */
export async function makeToken(
  app: TestApp,
  member: SignedIn,
): Promise<{ readonly id: string; readonly token: string }> {
  const { cookie } = member;
  const response = await call(app, { method: 'POST', url: '/api/admin/tokens', cookie, body: tokenBody(app, member) });
  return newTokenResponse.parse(response.json());
}

/** Makes a call with an API token and without an origin, as a program does. */
export const callWithToken = (
  app: TestApp,
  token: string,
  { method, url, body, cookie }: Omit<AccountCall, 'device'>,
): Promise<LightMyRequestResponse> =>
  app.server.inject({
    method,
    url,
    headers: { authorization: `Bearer ${token}`, ...(cookie === undefined ? {} : { cookie }) },
    ...(body ? { payload: body } : {}),
  });

/** Inserts a token, even for an account that may not create one. Returns the token's id. */
export async function insertToken({ deps: { db, clock, random } }: TestApp, { user }: SignedIn): Promise<string> {
  const id = newId('tok', random);
  const now = clock.now().toISOString();
  const row = { id, user_id: user.id, name: 'Old', token_hash: id, password_tag: '', last_used_at: null };
  await db.write
    .insertInto('api_tokens')
    .values({ ...row, created_at: now, expires_at: now })
    .execute();
  return id;
}
