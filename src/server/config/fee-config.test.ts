import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { ConfigError, parseConfig } from './config.ts';

const feesOf = (text: string) => parseConfig({ CARD_FEE: text }).fees;

describe('the fee that a provider is expected to charge', () => {
  test.each([
    ['2.9% + 0.30', 290, 30],
    ['2.9%+0.3', 290, 30],
    [' 1.45 % + 0 ', 145, 0],
    ['0% + 12.05', 0, 1205],
    ['100% + 0', 10_000, 0],
  ])('can be %j', (text, basisPoints, cents) => {
    expect(feesOf(text).card).toEqual({ basisPoints, fixed: money(cents, 'CAD') });
  });

  test('is the published price of Stripe and PayPal unless another one is set, for each provider separately', () => {
    const standard = { basisPoints: 290, fixed: money(30, 'CAD') };
    expect(parseConfig({}).fees).toEqual({ card: standard, paypal: standard });
    const paypal = { basisPoints: 349, fixed: money(49, 'CAD') };
    expect(parseConfig({ PAYPAL_FEE: '3.49% + 0.49' }).fees).toEqual({ card: standard, paypal });
  });

  test.each([
    '2.9',
    '2.9%',
    '2.9 + 0.30',
    '2.901% + 0.30',
    '2.9% + 0.305',
    '-1% + 0',
    '101% + 0',
    '2,9% + 0,30',
    'free',
  ])('cannot be %j', (text) => {
    const sentence = 'must be a percentage up to 100 and an amount in Canadian dollars, such as 2.9% + 0.30.';
    expect(() => feesOf(text)).toThrow(new ConfigError(`CARD_FEE ${sentence}`));
    expect(() => parseConfig({ PAYPAL_FEE: text })).toThrow(new ConfigError(`PAYPAL_FEE ${sentence}`));
  });
});
