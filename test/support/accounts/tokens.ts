import type { LightMyRequestResponse } from 'fastify';
import { newTokenResponse } from '#contract/admin/tokens.ts';
import { newId } from '#server/ids.ts';
import type { TestApp } from '../app/start-app.ts';
import { call, type AccountCall } from './account-calls.ts';
import { donorPassword, type SignedIn } from './signed-in.ts';

/** What a staff member enters to make an API token. */
export const tokenBody = (app: TestApp, { user }: SignedIn) => ({
  name: 'Nightly export',
  days: '30',
  password: user.username === 'admin' ? (app.deps.config.admin.password ?? 'chosen-password-1') : donorPassword,
  reason: 'For the data warehouse',
});

/** Makes an API token as a staff member. */
export async function makeToken(
  app: TestApp,
  member: SignedIn,
): Promise<{ readonly id: string; readonly token: string }> {
  const { cookie } = member;
  const response = await call(app, { method: 'POST', url: '/api/admin/tokens', cookie, body: tokenBody(app, member) });
  return newTokenResponse.parse(response.json());
}

/** Makes a call with an API token, as a program does: without an origin. */
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

/** Inserts a token of an account that may no longer make one. Returns the token's id. */
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
