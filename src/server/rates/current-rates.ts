import { toRateTable, type DatedRateTable } from '#domain/rates/rate-table.ts';
import type { RateClock } from '#domain/rates/rate-age.ts';
import type { Deps } from '#server/deps.ts';
import { versionOfPage } from '#server/publishing/index.ts';

/** The rates that prices are converted with now. A command reads them once, so that all its figures come from one version. */
export const currentRates = (deps: Pick<Deps, 'published' | 'clock' | 'config'>): DatedRateTable =>
  toRateTable(deps.published.rates.current(), rateClock(deps));

/** The rates that a page was priced with, while checkout honors them; otherwise the current rates. */
export const ratesOfPage = async (
  deps: Pick<Deps, 'published' | 'clock' | 'config' | 'db'>,
  version: number | undefined,
): Promise<DatedRateTable> => toRateTable(await versionOfPage(deps, deps.published.rates, version), rateClock(deps));

/** The values that decide if a rate is too old: the current time, and whether this is test mode. */
export const rateClock = ({ clock, config }: Pick<Deps, 'clock' | 'config'>): RateClock => ({
  now: clock.now(),
  isTestMode: config.sandbox !== undefined,
});
