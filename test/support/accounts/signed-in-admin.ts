import { ensureAdmin } from '#server/auth/index.ts';
import { postText } from '../app/call-app.ts';
import { cookieOf } from './signed-in.ts';
import type { TestApp } from '../app/start-app.ts';

/** Creates the administrator's account and signs in. Returns the `cookie` header. */
export async function signInAdmin(app: TestApp): Promise<string> {
  const { deps } = app;
  const admin = { ...deps.config.admin, password: adminPassword };
  await ensureAdmin({ ...deps, config: { ...deps.config, admin } });
  const answer = await postText(app, '/api/login', JSON.stringify({ username: 'admin', password: adminPassword }));
  if (answer.statusCode !== 200) throw new Error(`sign-in was refused: ${answer.body}`);
  return cookieOf(answer);
}

const adminPassword = 'chosen-password-1';
