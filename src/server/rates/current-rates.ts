import { toRateTable, type DatedRateTable } from '#domain/rates/rate-table.ts';
import type { RateClock } from '#domain/rates/rate-age.ts';
import type { Deps } from '#server/deps.ts';

/** What prices are converted with now. A command takes it once, so that all its figures are of one version. */
export const currentRates = (deps: Pick<Deps, 'published' | 'clock' | 'config'>): DatedRateTable =>
  toRateTable(deps.published.rates.current().document, rateClock(deps));

/** When and where the age of rates counts. */
export const rateClock = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): RateClock => ({
  now: clock.now(),
  isTestMode: config.sandbox !== undefined,
});
