import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig, type Environment } from './config.ts';

const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
/** Settings for real donors. */
const ready = {
  PUBLIC_URL: 'https://kindbite.org',
  TRUST_PROXY: 'loopback',
  CONTACT_EMAIL: 'help@kindbite.org',
  MAIL_FROM: 'Kindbite <gifts@kindbite.org>',
  ADMIN_EMAIL: 'desk@kindbite.org',
};
const secretKey = Buffer.alloc(32, 7).toString('base64');
const formerKey = Buffer.alloc(32, 255).toString('base64url');
const liveKeys = { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };

const standardFee = { basisPoints: 290, fixed: { amountMinor: 30, currency: 'CAD' } };

describe('the configuration', () => {
  test('of an empty environment uses the embedded database and the payment sandbox', () => {
    expect(parseConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      isProduction: false,
      dataDir: resolve('data'),
      secretKeys: [],
      databaseUrl: undefined,
      hasDatabasePooler: false,
      workerCount: 1,
      sandbox: { port: 3001, url: 'http://localhost:3001' },
      stripe: undefined,
      trustedProxies: [],
      drainMs: 0,
      hasSecureCookies: false,
      logLevel: 'info',
      metricsToken: undefined,
      operatorToken: undefined,
      analyticsId: undefined,
      admin: { email: 'admin@kindbite.example', password: undefined, needsSecondFactor: false },
      contactEmail: 'hello@kindbite.example',
      mail: { smtpUrl: undefined, from: undefined },
      declines: { needsSignIn: false, pageMax: 5, subjectMax: 10, closedMs: 3_600_000, alarmPercent: 50 },
      fees: { card: standardFee, paypal: standardFee },
      payoutHoldDays: 14,
      refundApprovalAbove: { amountMinor: 25_000, currency: 'USD' },
      requestsMax: 500,
      passwordQueueMax: 64,
      rateLimitFactor: 1,
      timeLimitFactor: 1,
    });
  });

  test.each(['', ' ', '\t\n'])('treats a value of %j as absent', (empty) => {
    const names = [
      'PORT',
      'PUBLIC_URL',
      'DATABASE_URL',
      'STRIPE_SECRET_KEY',
      'SANDBOX_PORT',
      'LOG_LEVEL',
      'TRUST_PROXY',
      'SMTP_URL',
    ];
    expect(parseConfig(Object.fromEntries(names.map((name) => [name, empty])))).toEqual(parseConfig({}));
  });

  test('has a drain period of 5 seconds behind a proxy, unless another is set', () => {
    expect(parseConfig({ TRUST_PROXY: 'loopback' }).drainMs).toBe(5000);
    expect(parseConfig({ TRUST_PROXY: 'loopback', DRAIN_SECONDS: '0' }).drainMs).toBe(0);
  });

  test('reads every variable', () => {
    const given = parseConfig({
      PORT: '8080',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://give.kindbite.org/',
      NODE_ENV: 'production',
      DATA_DIR: '/var/lib/donations',
      SECRET_KEY: `${secretKey},${formerKey}`,
      DATABASE_URL: 'postgresql://kindbite@db.example/kindbite',
      ...liveKeys,
      TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
      DRAIN_SECONDS: '12.5',
      LOG_LEVEL: 'warn',
      METRICS_TOKEN: 'metrics-0123456789',
      OPERATOR_TOKEN: 'operator-0123456789',
      ANALYTICS_ID: 'G-1',
      ADMIN_EMAIL: 'desk@kindbite.org',
      ADMIN_PASSWORD: 'secret7',
      CONTACT_EMAIL: 'help@kindbite.org',
      SMTP_URL: 'smtps://mail.example:465',
      MAIL_FROM: 'gifts@kindbite.org',
      CHECKOUT_REQUIRE_SIGN_IN: 'on',
      DECLINES_PER_PAGE: '3',
      DECLINES_PER_ADDRESS: '20',
      DECLINES_CLOSE_MINUTES: '1440',
      DECLINE_ALARM_PERCENT: '100',
      PAYOUT_HOLD_DAYS: '21',
      REFUND_APPROVAL_ABOVE: '100',
      REQUESTS_MAX: '900',
      PASSWORD_QUEUE_MAX: '500',
      DATABASE_POOLER: 'on',
      WEB_CONCURRENCY: '3',
      RATE_LIMIT_FACTOR: '2.5',
      TIME_LIMIT_FACTOR: '20',
    });
    expect(given).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://give.kindbite.org',
      isProduction: true,
      dataDir: '/var/lib/donations',
      secretKeys: [Buffer.alloc(32, 7), Buffer.alloc(32, 255)],
      databaseUrl: 'postgresql://kindbite@db.example/kindbite',
      hasDatabasePooler: true,
      workerCount: 3,
      sandbox: undefined,
      stripe: { secretKey: 'sk_live_1', webhookSecret: 'whsec_1', apiBase: undefined, isLive: true },
      paypal: undefined,
      trustedProxies: ['loopback', '10.0.0.0/8', '2001:db8::/32'],
      drainMs: 12_500,
      hasSecureCookies: true,
      logLevel: 'warn',
      metricsToken: 'metrics-0123456789',
      operatorToken: 'operator-0123456789',
      analyticsId: 'G-1',
      admin: { email: 'desk@kindbite.org', password: 'secret7', needsSecondFactor: true },
      contactEmail: 'help@kindbite.org',
      mail: { smtpUrl: 'smtps://mail.example:465', from: 'gifts@kindbite.org' },
      declines: { needsSignIn: true, pageMax: 3, subjectMax: 20, closedMs: 86_400_000, alarmPercent: 100 },
      fees: { card: standardFee, paypal: standardFee },
      payoutHoldDays: 21,
      refundApprovalAbove: { amountMinor: 10_000, currency: 'USD' },
      requestsMax: 900,
      passwordQueueMax: 500,
      rateLimitFactor: 2.5,
      timeLimitFactor: 20,
    });
  });

  test.each<[string, Environment, unknown]>([
    ['listens on the port above PORT', { PORT: '4000' }, { port: 4001, url: 'http://localhost:4001' }],
    ['listens on SANDBOX_PORT', { SANDBOX_PORT: '4100' }, { port: 4100, url: 'http://localhost:4100' }],
    ['is off when there are keys', keys, undefined],
    [
      'is on with keys when PAYMENT_SANDBOX is on',
      { ...keys, PAYMENT_SANDBOX: 'on' },
      { port: 3001, url: 'http://localhost:3001' },
    ],
    [
      'may be on in production',
      { NODE_ENV: 'production', PAYMENT_SANDBOX: 'on' },
      { port: 3001, url: 'http://localhost:3001' },
    ],
    [
      'may listen below PORT',
      { PORT: '65535', SANDBOX_PORT: '65534' },
      { port: 65_534, url: 'http://localhost:65534' },
    ],
  ])('has a sandbox that %s', (_what, env, sandbox) => {
    expect(parseConfig(env).sandbox).toEqual(sandbox);
  });

  test.each<[Environment, boolean]>([
    [{}, false],
    [{ PUBLIC_URL: 'https://give.example' }, true],
    [{ PUBLIC_URL: 'https://give.example', SECURE_COOKIES: 'off' }, false],
    [{ SECURE_COOKIES: 'on' }, true],
  ])('of %j has secure cookies: %s', (env, hasSecureCookies) => {
    expect(parseConfig(env).hasSecureCookies).toBe(hasSecureCookies);
  });

  test.each<[string, boolean]>([
    ['sk_test_1', false],
    ['rk_test_1', false],
    ['sk_live_1', true],
    ['rk_live_1', true],
  ])('the key %s moves real money: %s', (key, isLive) => {
    expect(parseConfig({ ...ready, ...keys, STRIPE_SECRET_KEY: key }).stripe?.isLive).toBe(isLive);
  });

  test('ignores unknown variables', () => {
    expect(parseConfig({ PATH: '/bin', STRIPE_KEY: 'sk_live_1' })).toEqual(parseConfig({}));
  });
});

const proxyRefusal =
  'TRUST_PROXY must name addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas, or loopback.';
const noKeys =
  'There are no payment provider keys: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or PAYMENT_SANDBOX=on to run without real money.';
const levels = 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.';
const siteRefusal = 'PUBLIC_URL must be a scheme, a host and optionally a port, with nothing after them.';
const webRefusal = (name: string): string => `${name} must be an address that begins with http:// or https://.`;

const refusals: readonly [Environment, string][] = [
  ...[
    'abc',
    '0x10',
    '1e3',
    '3000.5',
    '-1',
    '+80',
    '3000 ',
    ' 3000',
    '3,000',
    'NaN',
    'Infinity',
    '３０００',
    '/run/socket',
    '3000;',
  ].map((port): [Environment, string] => [{ PORT: port }, 'PORT must be a port number.']),
  [{ PORT: '0' }, 'PORT must be 1 or more.'],
  [{ PORT: '65536' }, 'PORT must be 65535 or less.'],
  [{ PORT: '9'.repeat(400) }, 'PORT must be 65535 or less.'],
  [{ SANDBOX_PORT: 'abc' }, 'SANDBOX_PORT must be a port number.'],
  [{ PORT: '4000', SANDBOX_PORT: '4000' }, 'SANDBOX_PORT and PORT must differ.'],
  [{ PORT: '65535' }, 'SANDBOX_PORT must be set: there is no port above PORT.'],
  [{ PUBLIC_URL: 'give.example' }, webRefusal('PUBLIC_URL')],
  [{ PUBLIC_URL: 'ftp://give.example' }, webRefusal('PUBLIC_URL')],
  [{ PUBLIC_URL: 'https://give.example/kind' }, siteRefusal],
  [{ PUBLIC_URL: 'https://give.example/?x' }, siteRefusal],
  [{ PUBLIC_URL: 'https://user@give.example/' }, siteRefusal],
  [{ PAYMENT_SANDBOX: 'yes' }, 'PAYMENT_SANDBOX must be on or off.'],
  [{ SECURE_COOKIES: 'true' }, 'SECURE_COOKIES must be on or off.'],
  [
    { ...keys, STRIPE_SECRET_KEY: 'pk_test_1' },
    'STRIPE_SECRET_KEY must begin with sk_test_, sk_live_, rk_test_ or rk_live_.',
  ],
  [{ ...keys, STRIPE_WEBHOOK_SECRET: 'secret' }, 'STRIPE_WEBHOOK_SECRET must begin with whsec_.'],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'STRIPE_WEBHOOK_SECRET is missing: without it no payment could be recorded.'],
  [{ ...keys, STRIPE_API_BASE: 'api.stripe.example' }, webRefusal('STRIPE_API_BASE')],
  [
    { ...liveKeys, STRIPE_API_BASE: 'http://localhost:3001' },
    'A live STRIPE_SECRET_KEY cannot be used with STRIPE_API_BASE or PAYMENT_SANDBOX=on.',
  ],
  [
    { ...liveKeys, PAYMENT_SANDBOX: 'on' },
    'A live STRIPE_SECRET_KEY cannot be used with STRIPE_API_BASE or PAYMENT_SANDBOX=on.',
  ],
  [{ NODE_ENV: 'production' }, noKeys],
  [{ NODE_ENV: 'production', PAYMENT_SANDBOX: 'off' }, noKeys],
  [
    { PAYMENT_SANDBOX: 'off' },
    'PAYMENT_SANDBOX is off and there are no payment provider keys: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.',
  ],
  ...[
    'true',
    '1',
    'localhost',
    '10.0.0.256',
    '10.0.0.0/33',
    '10.0.0.0/0',
    '::1/129',
    '10.0.0.0/8/8',
    'loopback,proxy.example',
  ].map((list): [Environment, string] => [{ TRUST_PROXY: list }, proxyRefusal]),
  ...['-1', 'soon', '1e2', '601'].map((seconds): [Environment, string] => [
    { DRAIN_SECONDS: seconds },
    'DRAIN_SECONDS must be a number of seconds from 0 to 600.',
  ]),
  [{ LOG_LEVEL: 'verbose' }, levels],
  [{ LOG_LEVEL: 'INFO' }, levels],
  [{ ANALYTICS_ID: 'G-1"><script>' }, 'ANALYTICS_ID must be letters, digits and hyphens.'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL must be an email address.'],
  ...['hello', "o'neill@give.org", 'a&b@give.org', '"a b"@give.org', 'a@b'].map((address): [Environment, string] => [
    { CONTACT_EMAIL: address },
    'CONTACT_EMAIL must be an email address.',
  ]),
  [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must be at least 6 characters.'],
  [{ ADMIN_PASSWORD: 'x'.repeat(201) }, 'ADMIN_PASSWORD must be at most 200 characters.'],
  [{ MAIL_FROM: 'Kindbite' }, 'MAIL_FROM must be an email address, or a name with an address in angle brackets.'],
  [
    { MAIL_FROM: 'Kindbite <hello@give.example>\r\nBcc: all@give.example' },
    'MAIL_FROM must be an email address, or a name with an address in angle brackets.',
  ],
  [
    { MAIL_FROM: 'a@give.example, b@give.example' },
    'MAIL_FROM must be an email address, or a name with an address in angle brackets.',
  ],
  [{ SMTP_URL: 'mail.example:25' }, 'SMTP_URL must begin with smtp:// or smtps://.'],
  [{ RATE_LIMIT_FACTOR: 'many' }, 'RATE_LIMIT_FACTOR must be a number.'],
  [{ RATE_LIMIT_FACTOR: '0.5' }, 'RATE_LIMIT_FACTOR must be 1 or more.'],
  [{ TIME_LIMIT_FACTOR: '0' }, 'TIME_LIMIT_FACTOR must be 1 or more.'],
  [{ RATE_LIMIT_FACTOR: 'Infinity' }, 'RATE_LIMIT_FACTOR must be a number.'],
];

describe('an invalid configuration', () => {
  test.each(refusals)('%j is refused in one sentence', (env, sentence) => {
    expect(() => parseConfig(env)).toThrow(new ConfigError(sentence));
  });

  test('never repeats a secret in its error', () => {
    const secret = 'sk_test_very_secret';
    expect(() => parseConfig({ STRIPE_SECRET_KEY: secret })).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret) }),
    );
  });
});
