import type { LightMyRequestResponse } from 'fastify';
import type { RegisterRequest } from '#contract/account.ts';
import { userAnswer, type UserAnswer } from '#contract/session.ts';
import { ensureAdmin } from '#server/auth/index.ts';
import { postText } from './call-app.ts';
import type { TestApp } from './start-app.ts';

/** Somebody who is signed in: send `cookie` as the header of that name. */
export interface SignedIn {
  readonly cookie: string;
  readonly user: UserAnswer;
}

/** Password of everybody who signs in by `signIn`, unless the test chooses another. */
export const donorPassword = 'correct horse';

/**
 * Registers a new user, whose name no other has, and signs in; `changes` replace what the form sends. The mail that confirms
 * the address is taken out of the outbox, so that tests find there what they are about.
 */
export async function signIn(app: TestApp, changes: Partial<RegisterRequest> = {}): Promise<SignedIn> {
  const answer = await register(app, registration(changes));
  if (answer.statusCode !== 200) throw new Error(`registering was refused: ${answer.body}`);
  const user = userAnswer.parse(answer.json());
  await dropConfirmationMail(app, user.id);
  return { cookie: cookieOf(answer), user };
}

async function dropConfirmationMail({ deps: { db } }: TestApp, userId: string): Promise<void> {
  const links = await db.read.selectFrom('mail_links').select('token_hash').where('user_id', '=', userId).execute();
  const keys = links.map(({ token_hash: tokenHash }) => `confirm_email:${tokenHash}`);
  await db.write.deleteFrom('outbox').where('dedupe_key', 'in', keys).execute();
}

/** Makes the administrator's account, once an app, and signs in; resolves to the cookie. */
export async function signInAdmin(app: TestApp): Promise<string> {
  const made = await ensureAdmin(app.deps);
  if (made.code !== 'made') throw new Error('there is an administrator already');
  const answer = await postText(
    app,
    '/api/login',
    JSON.stringify({ username: 'admin', password: made.generatedPassword ?? app.deps.config.admin.password }),
  );
  if (answer.statusCode !== 200) throw new Error(`signing in was refused: ${answer.body}`);
  return cookieOf(answer);
}

/** What the registration form sends for somebody new. */
export function registration(changes: Partial<RegisterRequest> = {}): RegisterRequest {
  const username = `donor${(registrations += 1)}`;
  return { username, password: donorPassword, email: `${username}@example.org`, country: 'CA', ...changes };
}

/** Asks for an account. Anything may stand in for the body. */
export const register = (app: TestApp, body: unknown): Promise<LightMyRequestResponse> =>
  postText(app, '/api/register', JSON.stringify(body));

/** The cookies that an answer sets, as the browser would send them back. */
export const cookieOf = (answer: LightMyRequestResponse): string =>
  answer.cookies
    .filter(({ value }) => value !== '')
    .map(({ name, value }) => `${name}=${value}`)
    .join('; ');

let registrations = 0;
