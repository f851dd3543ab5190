import type { YearReport } from '#domain/report/year-report.ts';
import type { Deps } from '#server/deps.ts';
import { keepFresh } from '../figures/keep-fresh.ts';
import { readYears } from './read-years.ts';

/** The yearly reports that are public, at most a minute old. */
export interface YearsReader {
  /** The newest year first. There is none while the figures are being prepared, or without the database. */
  all(): Promise<readonly YearReport[]>;
  /** The report of the year that an address names; undefined where there is none, or it is not public. */
  find(year: string): Promise<YearReport | undefined>;
}

export function createYearsReader(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'log'>): YearsReader {
  const fresh = keepFresh(deps, 'yearly reports', () => readYears(deps));
  const all = async (): Promise<readonly YearReport[]> => {
    const { years } = deps.published.reportYears.current().document;
    if (years.length === 0) return [];
    return ((await fresh()) ?? []).filter(({ year }) => years.includes(year));
  };
  return {
    all,
    find: async (year) => (await all()).find((report) => String(report.year) === year),
  };
}
