import { formatCalendarDay } from '#web/ui/format-date.ts';

/** Formats an instant in UTC, so that the server and every browser write the same: `Nov 21, 2026, 14:05 UTC`. */
export const formatUtcMoment = (instant: string): string =>
  `${formatCalendarDay(instant.slice(0, 10))}, ${instant.slice(11, 16)} UTC`;
