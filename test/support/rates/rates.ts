import type { EnteredRate } from '#domain/rates/check-rates.ts';
import { seededRates, type Rates } from '#domain/rates/rates.ts';
import type { TestApp } from '../app/start-app.ts';

/** Returns a plausible rate of the day before the tests' clock. */
export const newRate = (changes: Partial<EnteredRate> = {}): EnteredRate => ({
  currency: 'CAD',
  unitsPerDollar: '1.4',
  day: '2026-03-03',
  source: 'ECB',
  ...changes,
});

/** Stores the next version of the rates, as another process would. It applies now or later. Returns its number. */
export async function insertRatesVersion(
  { deps }: Pick<TestApp, 'deps'>,
  changes: Partial<Rates> = { CAD: newRate() },
  effectiveFrom?: string,
): Promise<number> {
  const now = deps.clock.now().toISOString();
  const version = deps.published.rates.current().number + 1;
  await deps.db.write
    .insertInto('published_versions')
    .values({
      kind: 'rates',
      version,
      document: JSON.stringify({ ...seededRates, ...changes }),
      effective_from: effectiveFrom ?? now,
      published_at: now,
      published_by: null,
      publisher_name: 'system',
      reason: 'New rates',
    })
    .execute();
  await deps.published.rates.refresh(deps.db.read);
  return version;
}
