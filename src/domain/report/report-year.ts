/** The report covers the previous calendar year, in UTC, so that page and PDF agree. */
export const reportYear = (now: Date): number => now.getUTCFullYear() - 1;

/** Placeholder for the year in the prerendered page. The server fills it in for each request, so it stays correct at New Year. */
export const reportYearPlaceholder = '{report-year}';
