import { writeCursor } from '#server/db/list-page.ts';
import type { GrowthSize } from '../rows/year/growth-size.ts';
import { idOf } from '../rows/year/insert-all.ts';
import { instantIn } from '../rows/year/write-people.ts';

/** A read of a donor or visitor, or a call of the admin area; `pathOf` gives a different search each time. */
export interface AdminCall {
  readonly title: string;
  readonly pathOf: (sample: number) => string;
  /** Finds more in a large year, because a small one has too few to fill a page. Its growth is not judged. */
  readonly findsMoreInLarge?: boolean;
}

export const at = (title: string, path: string): AdminCall => ({ title, pathOf: () => path });

/** A day of the year, by the share of the year that is over. */
export const dayIn = (size: GrowthSize, share: number): string => instantIn(size, share).slice(0, 10);

/** The donations in the year with which growth is compared. */
export const smallYear = 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** A search of donations that finds more in a large year, and the same search in a time with equally many donations. */
export function withEqualRows(size: GrowthSize, call: AdminCall): readonly AdminCall[] {
  const bounds = boundsFrom(size, dayIn(size, 0.005), 360);
  return [
    { ...call, findsMoreInLarge: true },
    { title: `${call.title}, equal rows`, pathOf: (sample) => `${call.pathOf(sample)}&${bounds}` },
  ];
}

/**
 * Bounds a search to the time with as many donations as a small year has in so many days. It can be less than a day, so the list
 * ends with the first day and begins at a position in it.
 */
export function boundsFrom(size: GrowthSize, day: string, days: number): string {
  const end = Date.parse(day) + (days * dayMs * smallYear) / size.donations;
  return `from=${day}&cursor=${writeCursor({ at: new Date(end).toISOString(), id: idOf('don', 0) })}`;
}
