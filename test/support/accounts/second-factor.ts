import type { LightMyRequestResponse } from 'fastify';
import { recoveryCodesResponse, secondFactorResponse } from '#contract/account/account-settings.ts';
import { call } from './account-calls.ts';
import { authenticatorCode } from './authenticator.ts';
import { donorPassword, type SignedIn } from './signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

/** A second factor that is turned on. */
export interface EnrolledFactor {
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

/** Requests the secret of a second factor. */
export const startFactor = (app: TestApp, cookie?: string, password = donorPassword): Promise<LightMyRequestResponse> =>
  call(app, { method: 'POST', url: '/api/account/second-factor', cookie, body: { password } });

/** Requests to turn on a second factor. */
export const confirmFactor = (
  app: TestApp,
  cookie: string | undefined,
  code: unknown,
): Promise<LightMyRequestResponse> =>
  call(app, { method: 'POST', url: '/api/account/second-factor/confirm', cookie, body: { code } });

/** Turns on a second factor. This uses up the current code, so the clock advances to the next one. */
export async function enroll(app: TestApp, cookie: string, password = donorPassword): Promise<EnrolledFactor> {
  const { secret } = secondFactorResponse.parse((await startFactor(app, cookie, password)).json());
  const confirmed = await confirmFactor(app, cookie, authenticatorCode(secret, app.clock.now()));
  const { recoveryCodes } = recoveryCodesResponse.parse(confirmed.json());
  app.clock.advance(30_000);
  return { secret, recoveryCodes };
}

/** Starts to set up a second factor. Returns the code that confirms it. */
export async function createConfirmingCode(app: TestApp, { cookie }: SignedIn): Promise<string> {
  const { secret } = secondFactorResponse.parse((await startFactor(app, cookie)).json());
  return authenticatorCode(secret, app.clock.now());
}

/** Turns on a second factor. Returns one of its recovery codes. */
export async function createRecoveryCode(app: TestApp, caller: SignedIn): Promise<string> {
  const code = await createConfirmingCode(app, caller);
  const confirmed = await confirmFactor(app, caller.cookie, code);
  const [recovery] = recoveryCodesResponse.parse(confirmed.json()).recoveryCodes;
  if (recovery === undefined) throw new Error('no recovery codes');
  return recovery;
}
