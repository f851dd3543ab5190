import { expect, test } from 'vitest';
import { ConfigError, parseConfig, type Environment } from './config.ts';

test.each<[Environment, string]>([
  [{ CHECKOUT_REQUIRE_SIGN_IN: 'yes' }, 'CHECKOUT_REQUIRE_SIGN_IN must be on or off.'],
  [{ DECLINES_PER_PAGE: '0' }, 'DECLINES_PER_PAGE must be a whole number from 1 to 1000.'],
  [{ DECLINES_PER_ADDRESS: '1e3' }, 'DECLINES_PER_ADDRESS must be a whole number from 1 to 1000000.'],
  [{ DECLINES_CLOSE_MINUTES: '1441' }, 'DECLINES_CLOSE_MINUTES must be a whole number from 1 to 1440.'],
  [{ DECLINE_ALARM_PERCENT: '0.5' }, 'DECLINE_ALARM_PERCENT must be a whole number from 1 to 100.'],
])('%j is refused', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(new ConfigError(sentence));
});
