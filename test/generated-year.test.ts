import { expect, test } from 'vitest';
import { daysOfYear, generateYear } from './support/year/generated-year.ts';

/** A whole year on SQLite, and four months on PostgreSQL; `npm run drill -- generated-year` runs 100,000 donations on both. */
const years = [
  { engine: 'sqlite', days: daysOfYear, donations: 250 },
  { engine: 'postgres', days: 120, donations: 120 },
] as const;

test.each(years)(
  'donations, refunds, disputes and payouts leave the books correct at the end of each of $days days on $engine',
  { timeout: 600_000 },
  async ({ engine, ...size }) => {
    const year = await generateYear(engine, size);
    expect(year.differences).toEqual([]);
    expect(year).toMatchObject(size);
    for (const count of [year.refunds, year.disputes, year.providerPayouts, year.payouts])
      expect(count).toBeGreaterThan(0);
  },
);

test('a provider balance that is a cent short is reported', async () => {
  const year = await generateYear('sqlite', { days: 3, donations: 3, isProviderShort: true });
  expect(year.differences).toContainEqual(expect.stringMatching(/^2025-01-01: at a provider or bank, clearing:/));
});
