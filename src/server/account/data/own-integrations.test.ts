import { expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { makeToken } from '#test/support/accounts/tokens.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { webhookBody } from '#test/support/webhooks/webhooks.ts';

const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  test("a staff member's own data lists the member's API tokens and webhook endpoints, without secrets", async () => {
    const app = await startApp(engine);
    const download = ({ cookie }: SignedIn) => call(app, { method: 'GET', url: '/api/account/data.json', cookie });
    const now = app.clock.now();
    const [owner, other] = [await signInStaff(app, 'owner'), await signInStaff(app, 'owner')];
    const { token } = await makeToken(app, owner);
    const body = webhookBody({ url: 'http://127.0.0.1:9/path-with-a-secret' });
    const added = await call(app, { method: 'POST', url: '/api/admin/webhooks', cookie: owner.cookie, body });
    const file = await download(owner);
    expect(file.json()).toMatchObject({
      apiTokens: [
        {
          name: 'Nightly export',
          createdAt: now.toISOString(),
          expiresAt: new Date(now.getTime() + 30 * dayMs).toISOString(),
          lastUsedAt: null,
        },
      ],
      webhookEndpoints: [
        {
          host: '127.0.0.1:9',
          description: 'The data warehouse',
          events: ['donation.settled'],
          addedAt: now.toISOString(),
        },
      ],
    });
    const { token_hash: hash, password_tag: tag } = await app.deps.db.read
      .selectFrom('api_tokens')
      .select(['token_hash', 'password_tag'])
      .executeTakeFirstOrThrow();
    const secrets = [token, hash, tag, added.json<{ secret: string }>().secret, 'path-with-a-secret'];
    expect(secrets.filter((secret) => file.body.includes(secret))).toEqual([]);
    expect((await download(other)).json()).toMatchObject({ apiTokens: [], webhookEndpoints: [] });
    await app.close();
  });
});
