import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { readConfig, type Environment } from '#server/config/config.ts';
import { startMailServer } from '#test/support/mail/mail-server.ts';
import { lineOf } from './finding.ts';
import { checkMail } from './mail-check.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const lines = async (environment: Environment) => (await checkMail(readConfig(environment))).map(lineOf);

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

/** A mail server that accepts one user. */
async function startServerWithLogin(): Promise<string> {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'kindbite' && password === 'right'
        ? callback(null, { user: username })
        : callback(new Error('Invalid username or password')),
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closers.push(
    () =>
      new Promise((resolve) => {
        server.close(resolve);
      }),
  );
  return `127.0.0.1:${(server.server.address() as AddressInfo).port}`;
}

test('a mail server that accepts the login is fine', async () => {
  const address = await startServerWithLogin();
  expect(await lines({ ...keys, SMTP_URL: `smtp://kindbite:right@${address}` })).toEqual([
    'ok       Email: 127.0.0.1 accepts the login.',
  ]);
});

test('nothing is sent', async () => {
  const server = await startMailServer();
  closers.push(() => server.close());
  expect(await lines({ ...keys, SMTP_URL: server.url })).toEqual([
    'ok       Email: 127.0.0.1 answers. No login is configured.',
  ]);
  expect([server.begun, server.received]).toEqual([0, []]);
});

test('a refused login is a problem', async () => {
  const address = await startServerWithLogin();
  expect(await lines({ ...keys, SMTP_URL: `smtp://kindbite:wrong@${address}` })).toEqual([
    'problem  Email: 127.0.0.1 refuses the login. Check the user and the password in SMTP_URL; special characters must be percent-encoded.',
  ]);
});

test('a mail server that does not answer is a problem', async () => {
  const server = await startMailServer();
  await server.close();
  const [line] = await lines({ ...keys, SMTP_URL: server.url });
  expect(line).toMatch(/^problem {2}Email: 127\.0\.0\.1 cannot be reached.* Check /);
});

test.each<[Environment, string]>([
  [{}, 'ok       Email: no mail server is needed to try the product. Read emails at http://localhost:3000/dev/mail.'],
  [keys, 'warning  Email: SMTP_URL is missing, so no receipt and no link is sent. Set it to your mail server.'],
  [
    { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' },
    'problem  Email: SMTP_URL is missing, so no receipt and no link is sent. Set it to your mail server.',
  ],
])('without a mail server, %j', async (environment, line) => {
  expect(await lines(environment)).toEqual([line]);
});
