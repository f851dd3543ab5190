/** Returns the year of the report: the previous calendar year, in UTC, so that the page and the PDF agree. */
export const reportYear = (now: Date): number => now.getUTCFullYear() - 1;

/** Placeholder for the year in the prerendered page. The server replaces it in each response, so New Year changes it. */
export const reportYearPlaceholder = '{report-year}';
