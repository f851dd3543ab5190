/** The year that the impact report is about: the calendar year before the one of `now`, by UTC, so that page and document agree. */
export const reportYear = (now: Date): number => now.getUTCFullYear() - 1;

/** Stands for that year in the prerendered page, which outlives a New Year: the server puts the year in as it answers. */
export const reportYearMark = '{report-year}';
