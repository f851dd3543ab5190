import { describe, expect, test } from 'vitest';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken } from '#test/support/accounts/tokens.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe('the limit of API tokens', () => {
    test('counts the calls of each token in a minute', async () => {
      const app = await startApp(engine, { environment: { RATE_LIMIT_FACTOR: '1' } });
      const member = await signInStaff(app, 'support');
      const [one, other] = [await makeToken(app, member), await makeToken(app, member)];
      const me = (token: string) => callWithToken(app, token, { method: 'GET', url: '/api/admin/me' });
      for (let calls = 0; calls < 300; calls += 1) await me(one.token);
      const refused = await me(one.token);
      expect([refused.statusCode, Number(refused.headers['retry-after']) > 0]).toEqual([429, true]);
      expect((await me(other.token)).statusCode).toBe(200);
      app.clock.advance(60_000);
      expect((await me(one.token)).statusCode).toBe(200);
      await app.close();
    });
  });
});
