import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig, readConfig, type Environment } from './config.ts';
import { findLaunchProblems, isExample } from './launch-problems.ts';

const live = { STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const ready = {
  PUBLIC_URL: 'https://kindbite.org',
  TRUST_PROXY: '10.0.0.1',
  CONTACT_EMAIL: 'help@kindbite.org',
  MAIL_FROM: 'Kindbite <gifts@kindbite.org>',
  ADMIN_EMAIL: 'desk@kindbite.org',
};
const contact = 'CONTACT_EMAIL is missing or an example: set it to the email address to which donors can write.';
const sender = 'MAIL_FROM is missing or an example: set it to the sender of the emails.';
const admin = "ADMIN_EMAIL is missing or an example: set it to the administrator's email address.";
const insecure = 'PUBLIC_URL begins with http://: set it to the https:// address of the site.';
const site = 'PUBLIC_URL is missing or an example: set it to the https:// address of the site.';
const proxy =
  'PUBLIC_URL begins with https:// but TRUST_PROXY is missing: set it to the address of the proxy that adds TLS, or all visitors share one rate limit.';

const key =
  'SECRET_KEY is missing: set it to the output of openssl rand -base64 32, the same for every server that uses the PostgreSQL database.';
const onPostgres = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.kindbite.org/kindbite' };

const faults: readonly [Environment, string][] = [
  [{ CONTACT_EMAIL: '' }, contact],
  [{ CONTACT_EMAIL: 'hello@kindbite.example' }, contact],
  [{ MAIL_FROM: '' }, sender],
  [{ MAIL_FROM: 'Kindbite <hello@mail.EXAMPLE.com>' }, sender],
  [{ ADMIN_EMAIL: '' }, admin],
  [{ ADMIN_EMAIL: 'me@host.test' }, admin],
  [{ PUBLIC_URL: 'http://kindbite.org' }, insecure],
  [{ PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: '' }, site],
  [{ PUBLIC_URL: 'https://127.0.0.1' }, site],
  [{ PUBLIC_URL: 'https://donate.example.org' }, site],
  [{ PUBLIC_URL: '' }, site],
  [{ TRUST_PROXY: '' }, proxy],
  [onPostgres, key],
];

describe('with live keys', () => {
  test('a configuration for real donors starts', () => {
    expect(parseConfig({ ...live, ...ready }).stripe?.isLive).toBe(true);
  });

  test.each(faults)('%j keeps the product from starting, with one sentence', (fault, sentence) => {
    expect(() => parseConfig({ ...live, ...ready, ...fault })).toThrow(new ConfigError(sentence));
  });

  test('PostgreSQL in production starts with a secret key, and the embedded database without one', () => {
    const SECRET_KEY = Buffer.alloc(32, 1).toString('base64');
    expect(parseConfig({ ...live, ...ready, ...onPostgres, SECRET_KEY }).secretKeys).toHaveLength(1);
    expect(parseConfig({ ...live, ...ready, NODE_ENV: 'production' }).secretKeys).toEqual([]);
  });

  test('all problems can be read together', () => {
    expect(findLaunchProblems(readConfig({ ...live, PUBLIC_URL: 'https://kindbite.org' }))).toEqual([
      contact,
      sender,
      admin,
      proxy,
    ]);
  });
});

describe('without live keys', () => {
  const testKeys = { ...live, STRIPE_SECRET_KEY: 'sk_test_1' };

  test.each(faults)('%j is only a warning', (fault, sentence) => {
    const config = parseConfig({ ...testKeys, ...ready, ...fault });
    expect(findLaunchProblems(config)).toEqual([sentence]);
  });

  test("trying the product on one's own machine causes no warning", () => {
    expect(findLaunchProblems(parseConfig({}))).toEqual([]);
    expect(findLaunchProblems(parseConfig({ PUBLIC_URL: 'http://127.0.0.1:3000' }))).toEqual([]);
  });

  test('the payment sandbox at a public address causes a warning', () => {
    expect(findLaunchProblems(parseConfig({ PUBLIC_URL: 'https://try.kindbite.org' }))).toEqual([
      contact,
      sender,
      admin,
      proxy,
    ]);
  });
});

describe('keys of Stripe and PayPal', () => {
  const paypal = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'WH-1' };

  test('are refused when Stripe is live and PayPal is not', () => {
    expect(() =>
      parseConfig({ ...live, ...ready, ...paypal, PAYPAL_API_BASE: 'https://api-m.sandbox.paypal.com' }),
    ).toThrow(
      new ConfigError(
        "The Stripe key is live and PAYPAL_API_BASE is not PayPal's live address: remove PAYPAL_API_BASE, or use test keys for both.",
      ),
    );
  });

  test('are refused when PayPal is live and Stripe is not', () => {
    expect(() => parseConfig({ ...live, STRIPE_SECRET_KEY: 'sk_test_1', ...ready, ...paypal })).toThrow(
      new ConfigError(
        "PayPal's keys are live and the Stripe key is a test key: use live keys for both, or set PAYPAL_API_BASE to https://api-m.sandbox.paypal.com.",
      ),
    );
  });

  test('that are both live are accepted', () => {
    expect(parseConfig({ ...live, ...ready, ...paypal }).paypal?.isLive).toBe(true);
  });
});

test.each([
  ['a@kindbite.example', true],
  ['Kindbite <a@example.org>', true],
  ['a@mail.example.net', true],
  ['a@host.invalid', true],
  ['a@host.localhost', true],
  ['a@kindbite.org', false],
  ['Kindbite <a@example.org.uk>', false],
  ['a@myexample.com', false],
])('%s is an example: %s', (address, expected) => {
  expect(isExample(address)).toBe(expected);
});
