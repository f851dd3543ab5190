import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerAddress, type SMTPServerOptions } from 'smtp-server';
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

/** Starts a mail server that accepts one user. Returns its host and port. */
async function startServerWithLogin(handlers: Partial<SMTPServerOptions> = {}): Promise<string> {
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onAuth: ({ username, password }, _session, callback) =>
      username === 'kindbite' && password === 'right'
        ? callback(null, { user: username })
        : callback(new Error('Invalid username or password')),
    ...handlers,
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

const senders = { MAIL_FROM: 'Kindbite <gifts@kindbite.org>', CONTACT_EMAIL: 'help@kindbite.org' };

test('a mail server that accepts the login and the senders is fine', async () => {
  const address = await startServerWithLogin();
  expect(await lines({ ...keys, ...senders, SMTP_URL: `smtp://kindbite:right@${address}` })).toEqual([
    'ok       Email: 127.0.0.1 accepts the login.',
    'ok       Email sender: the mail server accepts gifts@kindbite.org and help@kindbite.org. Some mail servers refuse a sender only once an email is sent.',
  ]);
});

test('nothing is sent', async () => {
  const server = await startMailServer();
  closers.push(() => server.close());
  expect(await lines({ ...keys, ...senders, SMTP_URL: server.url })).toEqual([
    'ok       Email: 127.0.0.1 responds. No login is configured.',
    expect.stringMatching(/^ok {7}Email sender: /),
  ]);
  expect([server.begun, server.received]).toEqual([2, []]);
});

test('an example address is not tried as a sender', async () => {
  const server = await startMailServer();
  closers.push(() => server.close());
  expect(await lines({ ...keys, SMTP_URL: server.url })).toHaveLength(1);
  expect(server.begun).toBe(0);
});

const refused = Object.assign(new Error('not your address'), { responseCode: 553 });
const responseTo = (sender: false | SMTPServerAddress): Error | undefined =>
  sender && sender.address === 'help@kindbite.org' ? refused : undefined;

test.each<[string, Partial<SMTPServerOptions>]>([
  ['immediately', { onMailFrom: (sender, _session, callback) => callback(responseTo(sender)) }],
  [
    'after the recipient was named',
    { onRcptTo: (_to, { envelope }, callback) => callback(responseTo(envelope.mailFrom)) },
  ],
])('a sender that is refused %s is a problem', async (_moment, handlers) => {
  const address = await startServerWithLogin(handlers);
  expect((await lines({ ...keys, ...senders, SMTP_URL: `smtp://kindbite:right@${address}` })).slice(1)).toEqual([
    'problem  Email sender: the mail server refuses an email from help@kindbite.org (553 not your address). Allow this sender there, or use another.',
  ]);
});

test('a mail server that is busy is a warning', async () => {
  const server = await startMailServer();
  closers.push(() => server.close());
  server.mode = 'busy';
  expect((await lines({ ...keys, ...senders, SMTP_URL: server.url }))[1]).toBe(
    'warning  Email sender: the mail server is not accepting email from gifts@kindbite.org now (421 Too busy). Run this again later.',
  );
});

test('a refused login is a problem', async () => {
  const address = await startServerWithLogin();
  expect(await lines({ ...keys, SMTP_URL: `smtp://kindbite:wrong@${address}` })).toEqual([
    'problem  Email: 127.0.0.1 refuses the login. Check the user and the password in SMTP_URL; special characters must be percent-encoded.',
  ]);
});

test('a mail server that does not respond is a problem', async () => {
  const server = await startMailServer();
  await server.close();
  const [line] = await lines({ ...keys, SMTP_URL: server.url });
  expect(line).toMatch(/^problem {2}Email: 127\.0\.0\.1 cannot be reached.* Check /);
});

test.each<[Environment, string]>([
  [{}, 'ok       Email: no mail server is needed to try the product. Read emails at http://localhost:3000/dev/mail.'],
  [
    { NODE_ENV: 'production', PAYMENT_SANDBOX: 'on' },
    'ok       Email: no mail server is needed to try the product. Read emails at http://localhost:3000/dev/mail, with OPERATOR_TOKEN as the bearer token.',
  ],
  [keys, 'warning  Email: SMTP_URL is missing, so receipts and links are not sent. Set it to your mail server.'],
  [
    { ...keys, STRIPE_SECRET_KEY: 'sk_live_1' },
    'problem  Email: SMTP_URL is missing, so receipts and links are not sent. Set it to your mail server.',
  ],
])('without a mail server, the settings decide whether that is fine: %j', async (environment, line) => {
  expect(await lines(environment)).toEqual([line]);
});
