import type { Period } from '#domain/impact/periods.ts';

/** The names of a period in charts and tables. */
interface PeriodNames {
  /** `Nov`, `Q4`, `2026`. */
  readonly label: string;
  /** The year that the label belongs to; empty when the label is a year. */
  readonly group: string;
  /** `November 2026`, `October to December 2026`, `2026`. */
  readonly name: string;
}

export function namesOf({ firstMonth, monthsCount }: Pick<Period, 'firstMonth' | 'monthsCount'>): PeriodNames {
  const first = new Date(`${firstMonth}-01T00:00:00Z`);
  const year = inUtc(first, { year: 'numeric' });
  switch (monthsCount) {
    case 1:
      return {
        label: inUtc(first, { month: 'short' }),
        group: year,
        name: inUtc(first, { month: 'long', year: 'numeric' }),
      };
    case 3: {
      const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 2));
      return {
        label: `Q${(last.getUTCMonth() + 1) / 3}`,
        group: year,
        name: `${inUtc(first, { month: 'long' })} to ${inUtc(last, { month: 'long', year: 'numeric' })}`,
      };
    }
    case 12:
      return { label: year, group: '', name: year };
  }
}

const inUtc = (date: Date, format: Intl.DateTimeFormatOptions): string =>
  date.toLocaleDateString('en-US', { ...format, timeZone: 'UTC' });
