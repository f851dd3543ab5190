import type { LightMyRequestResponse } from 'fastify';
import { recoveryCodesAnswer, secondFactorAnswer } from '#contract/account-care.ts';
import { call } from './account-calls.ts';
import { authenticatorCode } from './authenticator.ts';
import { donorPassword } from './signed-in.ts';
import type { TestApp } from './start-app.ts';

/** A second factor in force. */
export interface EnrolledFactor {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Asks for the secret of a second factor. */
export const startFactor = (app: TestApp, cookie?: string, password = donorPassword): Promise<LightMyRequestResponse> =>
  call(app, { method: 'POST', url: '/api/account/second-factor', cookie, body: { password } });

/** Asks to put a second factor in force. */
export const confirmFactor = (
  app: TestApp,
  cookie: string | undefined,
  code: unknown,
): Promise<LightMyRequestResponse> =>
  call(app, { method: 'POST', url: '/api/account/second-factor/confirm', cookie, body: { code } });

/** Puts a second factor in force; its first code is used up, and the clock goes on to the next. */
export async function enroll(app: TestApp, cookie: string, password = donorPassword): Promise<EnrolledFactor> {
  const { secret } = secondFactorAnswer.parse((await startFactor(app, cookie, password)).json());
  const confirmed = await confirmFactor(app, cookie, authenticatorCode(secret, app.clock.now()));
  const { recoveryCodes } = recoveryCodesAnswer.parse(confirmed.json());
  app.clock.advance(30_000);
  return { secret, recoveryCodes };
}
