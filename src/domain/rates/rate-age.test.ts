import { expect, test } from 'vitest';
import { currenciesOfAge, rateAge } from './rate-age.ts';
import { toRateTable } from './rate-table.ts';
import { seededRates, seedSource } from './rates.ts';

const at = (now: string, isTestMode = false) => ({ now: new Date(now), isTestMode });

test.each([
  ['2026-11-20T00:00:00.000Z', 'current'], // a clock that is behind
  ['2026-11-28T00:00:00.000Z', 'current'],
  ['2026-11-28T00:00:00.001Z', 'old'],
  ['2026-12-21T00:00:00.000Z', 'old'],
  ['2026-12-21T00:00:00.001Z', 'alerted'],
  ['2027-01-05T00:00:00.000Z', 'alerted'],
  ['2027-01-05T00:00:00.001Z', 'expired'],
])('a rate of November 21 is, at %s, %s', (now, age) => {
  expect(rateAge({ day: '2026-11-21', source: 'ECB' }, at(now))).toBe(age);
  expect(rateAge({ day: '2026-11-21', source: seedSource }, at(now))).toBe(age);
  expect(rateAge({ day: '2026-11-21', source: seedSource }, at(now, true))).toBe('current');
  expect(rateAge({ day: '2026-11-21', source: 'ECB' }, at(now, true))).toBe(age);
});

test('each currency has its own age', () => {
  const rates = { ...seededRates, NGN: { unitsPerDollar: '1600', day: '2027-01-06', source: 'By hand' } };
  const clock = at('2027-01-06T12:00:00.000Z');
  const expired = currenciesOfAge(rates, ['expired'], clock);
  expect([expired.includes('NGN'), expired.includes('AED'), expired.length]).toEqual([false, true, 14]);
  const version = { number: 1, document: rates, effectiveFrom: new Date(0) };
  expect(toRateTable(version, clock).inDollars).toEqual(expired);
  expect(toRateTable(version, at('2027-01-05T00:00:00.000Z')).inDollars).toEqual([]);
});
