import type { YearReport } from '#domain/report/year-report.ts';
import type { Deps } from '#server/deps.ts';
import { keepFresh } from '../figures/keep-fresh.ts';
import { readYears } from './read-years.ts';

/** Reads the public yearly reports, at most a minute old while they can be read. */
export interface YearsReader {
  /** All public reports, newest year first. Empty while the figures are being prepared, and until they were read once. */
  all(): Promise<readonly YearReport[]>;
  /** Finds the report for the year in a URL. */
  find(year: string): Promise<FoundYear>;
}

/** `missing`: there is no report, or it is not public. `unavailable`: the report is public, but cannot be read now. */
export type FoundYear =
  | { readonly code: 'found'; readonly report: YearReport }
  | { readonly code: 'missing' | 'unavailable' };

export function createYearsReader(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'log'>): YearsReader {
  const fresh = keepFresh(deps, 'yearly reports', () => readYears(deps));
  const publicYears = (): readonly number[] => deps.published.reportYears.current().document.years;
  return {
    all: async () => {
      const years = publicYears();
      if (years.length === 0) return [];
      return ((await fresh()) ?? []).filter(({ year }) => years.includes(year));
    },
    find: async (text) => {
      const year = publicYears().find((one) => String(one) === text);
      if (year === undefined) return { code: 'missing' };
      const reports = await fresh();
      if (!reports) return { code: 'unavailable' };
      const report = reports.find((one) => one.year === year);
      return report ? { code: 'found', report } : { code: 'missing' };
    },
  };
}
