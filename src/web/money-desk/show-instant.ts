/** An instant as the administrator reads it, in the browser's own time zone: `Nov 21, 2026, 2:05 PM`. */
export const showInstant = (instant: string): string =>
  new Date(instant).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
