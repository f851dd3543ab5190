/** An instant for a sentence, in UTC: `March 20, 2026, 12:30 UTC`. */
export const formatMoment = (instant: Date): string => {
  const day = instant.toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' });
  return `${day}, ${instant.toISOString().slice(11, 16)} UTC`;
};
