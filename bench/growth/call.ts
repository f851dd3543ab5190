import type { GrowthSize } from '../rows/year/growth-size.ts';
import { instantIn } from '../rows/year/write-people.ts';

/** A call of the admin area; `pathOf` gives a different search each time. */
export interface AdminCall {
  readonly title: string;
  readonly pathOf: (sample: number) => string;
}

export const at = (title: string, path: string): AdminCall => ({ title, pathOf: () => path });

/** A day of the year, by the share of the year that is over. */
export const dayIn = (size: GrowthSize, share: number): string => instantIn(size, share).slice(0, 10);
