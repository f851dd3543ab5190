import { TOTP } from 'otpauth';
import type { TestApp } from '../app/start-app.ts';
import { call } from './account-calls.ts';
import { donorPassword, type SignedIn } from './signed-in.ts';

/** Starts to set up a second factor. Returns the code that confirms it. */
export async function createConfirmingCode(app: TestApp, { cookie }: SignedIn): Promise<string> {
  const started = await call(app, {
    method: 'POST',
    url: '/api/account/second-factor',
    cookie,
    body: { password: donorPassword },
  });
  const { secret } = started.json<{ secret: string }>();
  return new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() });
}

/** Turns on a second factor. Returns one of its recovery codes. */
export async function createRecoveryCode(app: TestApp, caller: SignedIn): Promise<string> {
  const code = await createConfirmingCode(app, caller);
  const url = '/api/account/second-factor/confirm';
  const confirmed = await call(app, { method: 'POST', url, cookie: caller.cookie, body: { code } });
  const [recovery] = confirmed.json<{ recoveryCodes: string[] }>().recoveryCodes;
  if (recovery === undefined) throw new Error('no recovery codes');
  return recovery;
}
