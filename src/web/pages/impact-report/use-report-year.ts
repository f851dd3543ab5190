import { useSyncExternalStore } from 'react';
import { reportYear, reportYearMark } from '#domain/report/report-year.ts';

/** The year of the report: while hydrating the one that the document was served with, afterwards by the visitor's clock. */
export const useReportYear = (): string => useSyncExternalStore(never, yearNow, yearOfDocument);

/** Name of the attribute that tells the year that the document was served with. */
export const yearAttribute = 'data-report-year';

const yearNow = (): string => String(reportYear(new Date()));

function yearOfDocument(): string {
  if (typeof document === 'undefined') return reportYearMark; // prerendered: the server puts the year in
  return document.querySelector(`[${yearAttribute}]`)?.getAttribute(yearAttribute) ?? yearNow();
}

const never = (): (() => void) => () => undefined;
