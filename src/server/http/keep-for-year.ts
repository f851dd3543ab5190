import { reportYear } from '#domain/report/report-year.ts';

/** Makes something for the year of the report, and makes it anew only when that year is another. */
export function keepForYear<T>(make: (year: number) => T): (now: Date) => T {
  let kept: { readonly year: number; readonly made: T } | undefined;
  return (now) => {
    const year = reportYear(now);
    if (kept?.year !== year) kept = { year, made: make(year) };
    return kept.made;
  };
}
