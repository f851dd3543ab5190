import { afterEach, describe, expect, test } from 'vitest';
import { readConfig, type Environment } from '#server/config/config.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { countRows } from '#test/support/app/row-counts.ts';
import { startApp, webhookSecret } from '#test/support/app/start-app.ts';
import { stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { startStandIn, type StandIn, type StandInResponse } from '#test/support/doctor/stand-in.ts';
import { authority, expired, key, ofAnotherHost, valid } from '#test/support/tls/certificates.ts';
import { checkExpiry } from './certificate-check.ts';
import { lineOf } from './finding.ts';
import { checkReception } from './reception-check.ts';
import { checkSettings, checkSite } from './site-checks.ts';

const ready = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  TRUST_PROXY: 'loopback',
  CONTACT_EMAIL: 'help@kindbite.org',
  MAIL_FROM: 'gifts@kindbite.org',
  ADMIN_EMAIL: 'desk@kindbite.org',
};

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

/** Checks a site that serves our home page with this certificate. Returns the lines about it. */
async function linesWith(
  cert: string,
  changes: { ca?: string; environment?: Environment; page?: string; reception?: number } = {},
) {
  const { ca = authority, environment = {}, page = '', reception: status = 200 } = changes;
  let publicUrl = '';
  const response = (path: string): StandInResponse =>
    path === '/' ? { body: page || `<meta name="public-url" content="${publicUrl}" />` } : { status, body: {} };
  standIn = await startStandIn(response, { key, cert });
  publicUrl = `https://localhost:${standIn.port}`;
  const config = readConfig({ ...ready, PUBLIC_URL: publicUrl, ...environment });
  return (await checkSite(config, ca)).map((finding) => lineOf(finding).replaceAll(publicUrl, 'URL'));
}

const good = [
  'warning  Settings: PUBLIC_URL is missing or an example: set it to the https:// address of the site.', // localhost
  expect.stringMatching(/^ok {7}Certificate: valid for \d+ more days\.$/),
  'ok       Site: URL responds.',
  'ok       Webhook reception: the product accepts a signed message.',
  'ok       Clock, compared with PUBLIC_URL: correct.',
];

describe('the check of an https site', () => {
  test('finds nothing wrong', async () => {
    expect(await linesWith(valid)).toEqual(good);
  });

  test.each([
    ['an expired certificate', expired, authority, '(CERT_HAS_EXPIRED). It has expired: renew it.'],
    [
      'a certificate of another host',
      ofAnotherHost,
      authority,
      '(ERR_TLS_CERT_ALTNAME_INVALID). It is for another host name: get one for the host in PUBLIC_URL.',
    ],
    [
      'a chain without a known authority',
      valid,
      valid,
      '(UNABLE_TO_VERIFY_LEAF_SIGNATURE). An intermediate certificate is missing: configure the proxy to send the full chain.',
    ],
  ])('finds %s', async (_fault, cert, ca, end) => {
    const lines = await linesWith(cert, { ca });
    expect(lines).toEqual([good[0], `problem  Certificate: browsers will refuse it ${end}`, ...good.slice(2)]);
  });

  test('warns while only donors who sign in can pay', async () => {
    expect(await linesWith(valid, { environment: { CHECKOUT_REQUIRE_SIGN_IN: 'on' } })).toEqual([
      good[0],
      'warning  Checkout: only for donors who sign in. Remove CHECKOUT_REQUIRE_SIGN_IN when the attack is over.',
      ...good.slice(1),
    ]);
  });

  test('finds another product behind the address', async () => {
    expect((await linesWith(valid, { page: '<h1>Welcome to nginx</h1>' }))[2]).toBe(
      'problem  Site: URL responds with status 200, but it is not this product. Check PUBLIC_URL and the proxy.',
    );
  });

  test.each([
    [
      400,
      'the product refuses a message signed with STRIPE_WEBHOOK_SECRET. Restart it with this secret, and configure the proxy to pass the body unchanged.',
    ],
    [
      403,
      'URL/api/webhooks/stripe responds with status 403. Configure the proxy to pass webhook requests to the product.',
    ],
  ])('finds that a webhook does not get through: status %d', async (reception, text) => {
    expect((await linesWith(valid, { reception }))[3]).toBe(`problem  Webhook reception: ${text}`);
  });

  test('finds that nothing responds', async () => {
    await linesWith(valid);
    await standIn?.close();
    const config = readConfig({ ...ready, PUBLIC_URL: `https://localhost:${standIn?.port}` });
    standIn = undefined;
    const lines = (await checkSite(config, authority)).map(lineOf);
    expect(lines[1]).toMatch(
      /^problem {2}Certificate: localhost cannot be reached over TLS \(E\w+\)\. Check DNS, the proxy/,
    );
    expect(lines[2]).toMatch(/^problem {2}Site: https:\/\/localhost:\d+ does not respond \(E\w+\)\. Start the product/);
  });
});

describe('the check of the settings', () => {
  const linesOf = (environment: Environment) =>
    checkSettings(readConfig({ ...ready, PUBLIC_URL: 'https://kindbite.org', ...environment })).map(lineOf);
  const sentences = [
    'Settings: CONTACT_EMAIL is missing or an example: set it to the email address to which donors can write.',
    'Settings: PUBLIC_URL begins with https:// but TRUST_PROXY is missing: set it to the address of the proxy that adds TLS, or all visitors share one rate limit.',
  ];

  test.each([
    [{}, ['ok       Settings: ready for real donors.']],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, ['ok       Settings: ready for real donors.']],
    [
      { TRUST_PROXY: '', CONTACT_EMAIL: '', STRIPE_SECRET_KEY: 'sk_live_1' },
      sentences.map((text) => `problem  ${text}`),
    ],
    [{ TRUST_PROXY: '', CONTACT_EMAIL: '' }, sentences.map((text) => `warning  ${text}`)],
  ])('finds whether they are ready for real donors, with %j', (environment, lines) => {
    expect(linesOf(environment)).toEqual(lines);
  });
});

forEachDatabase((engine) => {
  test(`a signed test webhook reaches the product and changes nothing, on ${engine}`, async () => {
    const app = await startApp(engine, { cards: stubCardsWithWebhook() });
    const url = await app.server.listen({ port: 0, host: '127.0.0.1' });
    const stripe = { secretKey: 'sk_test_1', webhookSecret, apiBase: undefined, isLive: false };
    const before = await countRows(app.deps.db.read);
    const lines = [stripe, { ...stripe, webhookSecret: 'whsec_other' }].map((keys) =>
      checkReception(url, keys, undefined).then(lineOf),
    );
    expect((await Promise.all(lines)).map((line) => line.split(' a ')[0])).toEqual([
      'ok       Webhook reception: the product accepts',
      'problem  Webhook reception: the product refuses',
    ]);
    expect(await countRows(app.deps.db.read)).toEqual(before);
    await app.close();
  });
});

test.each([
  [14, 'ok       Certificate: valid for 14 more days.'],
  [13, 'warning  Certificate: expires in 13 days. Check that it is renewed automatically.'],
  [0, 'warning  Certificate: expires in 0 days. Check that it is renewed automatically.'],
])('a certificate with %d days left is reported: %s', (days, line) => {
  const now = new Date('2026-03-04T12:00:00Z');
  expect(lineOf(checkExpiry(new Date(now.getTime() + days * 24 * 60 * 60 * 1000), now))).toBe(line);
});
