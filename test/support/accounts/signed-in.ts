import type { LightMyRequestResponse } from 'fastify';
import type { RegisterRequest } from '#contract/account/sign-in.ts';
import { userResponse, type UserResponse } from '#contract/account/session.ts';
import { ensureAdmin } from '#server/auth/index.ts';
import { postText } from '../app/call-app.ts';
import type { TestApp } from '../app/start-app.ts';

/** A signed-in user; send `cookie` as the `cookie` header. */
export interface SignedIn {
  readonly cookie: string;
  readonly user: UserResponse;
}

/** Password of every user from `signIn`, unless the test chooses another. */
export const donorPassword = 'correct horse';

/**
 * Registers a new user with a unique name and signs in; `changes` replaces fields of the form. The confirmation email is
 * removed from the outbox, so that tests find only their own emails there.
 */
export async function signIn(app: TestApp, changes: Partial<RegisterRequest> = {}): Promise<SignedIn> {
  const response = await register(app, registration(changes));
  if (response.statusCode !== 200) throw new Error(`registration was refused: ${response.body}`);
  const user = userResponse.parse(response.json());
  await dropConfirmationMail(app, user.id);
  return { cookie: cookieOf(response), user };
}

async function dropConfirmationMail({ deps: { db } }: TestApp, userId: string): Promise<void> {
  const links = await db.read.selectFrom('mail_links').select('token_hash').where('user_id', '=', userId).execute();
  const keys = links.map(({ token_hash: tokenHash }) => `confirm_email:${tokenHash}`);
  await db.write.deleteFrom('outbox').where('dedupe_key', 'in', keys).execute();
}

/** Signs in the administrator, whose account is created if necessary. Returns the `cookie` header. */
export async function signInAdmin(app: TestApp): Promise<string> {
  const { deps } = app;
  const password = deps.config.admin.password ?? 'chosen-password-1';
  await ensureAdmin({ ...deps, config: { ...deps.config, admin: { ...deps.config.admin, password } } });
  const response = await postText(app, '/api/login', JSON.stringify({ username: 'admin', password }));
  if (response.statusCode !== 200) throw new Error(`sign-in was refused: ${response.body}`);
  return cookieOf(response);
}

/** Returns the body that the registration form sends for a new user. */
export function registration(changes: Partial<RegisterRequest> = {}): RegisterRequest {
  const username = `donor${(registrations += 1)}`;
  return { username, password: donorPassword, email: `${username}@example.org`, country: 'CA', ...changes };
}

/** Registers an account; the body may be anything. */
export const register = (app: TestApp, body: unknown): Promise<LightMyRequestResponse> =>
  postText(app, '/api/register', JSON.stringify(body));

/** Returns the cookies that a response sets, as the browser would send them back. */
export const cookieOf = (response: LightMyRequestResponse): string =>
  response.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

/** Returns the cookie that identifies a known device, the only one that the browser sends after signing out. */
export const deviceCookieOf = ({ cookie }: Pick<SignedIn, 'cookie'>): string =>
  cookie.split('; ').find((part) => part.startsWith('known_device=')) ?? '';

/** Confirms the address of an account as its mailed link does. */
export async function confirmAddressOf({ deps: { db, clock } }: TestApp, { user }: SignedIn): Promise<void> {
  const confirmed = { email_confirmed_at: clock.now().toISOString() };
  await db.write.updateTable('users').set(confirmed).where('id', '=', user.id).execute();
}

let registrations = 0;
