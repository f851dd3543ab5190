import { toRateTable, type DatedRateTable } from '#domain/rates/rate-table.ts';
import type { RateClock } from '#domain/rates/rate-age.ts';
import type { Deps } from '#server/deps.ts';
import { versionOfPage } from '#server/publishing/index.ts';

/** What prices are converted with now. A command takes it once, so that all its figures are of one version. */
export const currentRates = (deps: Pick<Deps, 'published' | 'clock' | 'config'>): DatedRateTable =>
  toRateTable(deps.published.rates.current(), rateClock(deps));

/** What a page was priced with, while checkout honors it; otherwise the current rates. */
export const ratesOfPage = async (
  deps: Pick<Deps, 'published' | 'clock' | 'config' | 'db'>,
  version: number | undefined,
): Promise<DatedRateTable> => toRateTable(await versionOfPage(deps, deps.published.rates, version), rateClock(deps));

/** When and where the age of rates counts. */
export const rateClock = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): RateClock => ({
  now: clock.now(),
  isTestMode: config.sandbox !== undefined,
});
