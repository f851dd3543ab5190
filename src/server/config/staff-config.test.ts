import { expect, test } from 'vitest';
import { ConfigError, parseConfig, type Environment } from './config.ts';

const live = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  PUBLIC_URL: 'https://kindbite.org',
  TRUST_PROXY: 'loopback',
  CONTACT_EMAIL: 'help@kindbite.org',
  MAIL_FROM: 'gifts@kindbite.org',
  ADMIN_EMAIL: 'desk@kindbite.org',
};

test.each<[Environment, boolean]>([
  [{}, false],
  [{ ADMIN_REQUIRE_2FA: 'on' }, true],
  [live, true],
  [{ ...live, ADMIN_REQUIRE_2FA: 'off' }, false],
])('of %j, the first administrator needs a second factor: %s', (env, needsSecondFactor) => {
  expect(parseConfig(env).admin.needsSecondFactor).toBe(needsSecondFactor);
});

test.each(['99.5', '-1', '1000001', 'CAD 100'])('a refund limit of %j is refused', (limit) => {
  expect(() => parseConfig({ REFUND_APPROVAL_ABOVE: limit })).toThrow(
    new ConfigError('REFUND_APPROVAL_ABOVE must be a whole number from 0 to 1000000.'),
  );
});
