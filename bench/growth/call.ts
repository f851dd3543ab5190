import { writeCursor } from '#server/db/list-page.ts';
import type { GrowthSize } from '../rows/year/growth-size.ts';
import { idOf } from '../rows/year/insert-all.ts';
import { instantIn } from '../rows/year/write-people.ts';

/** A call to measure: of a donor, a visitor or the admin area. A search looks for something different in each sample. */
export interface MeasuredCall {
  readonly title: string;
  readonly pathOf: (sample: number) => string;
  /** True if the call returns more rows in a large year because a small one does not fill a page. Its growth is not judged. */
  readonly findsMoreInLargeYear?: boolean;
}

export const callTo = (title: string, path: string): MeasuredCall => ({ title, pathOf: () => path });

/** The day on which this share of the year has passed. */
export const dayIn = (size: GrowthSize, share: number): string => instantIn(size, share).slice(0, 10);

/** The number of donations in the small year, with which the large year is compared. */
export const smallYearDonations = 1000;

const dayMs = 24 * 60 * 60 * 1000;

/** A search that finds more in a large year, and the same search over a period with as many donations as a small year. */
export function withEqualRows(size: GrowthSize, call: MeasuredCall): readonly MeasuredCall[] {
  const bounds = boundsFrom(size, dayIn(size, 0.005), 360);
  return [
    { ...call, findsMoreInLargeYear: true },
    { title: `${call.title}, equal rows`, pathOf: (sample) => `${call.pathOf(sample)}&${bounds}` },
  ];
}

/**
 * Bounds a search to a period that holds as many donations as a small year has in `days` days. The period can be shorter than a
 * day, so its end is a position in the list instead of a date.
 */
export function boundsFrom(size: GrowthSize, day: string, days: number): string {
  const end = Date.parse(day) + (days * dayMs * smallYearDonations) / size.donations;
  return `from=${day}&cursor=${writeCursor({ at: new Date(end).toISOString(), id: idOf('don', 0) })}`;
}
