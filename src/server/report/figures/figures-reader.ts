import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import {
  publicDonationsMin,
  sentencesOf,
  type FigureSentences,
  type PublicFigures,
} from '#domain/report/public-figures.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { sumAllDonations } from '../days/sum-donations.ts';
import { keepFresh } from './keep-fresh.ts';

/** What all donations add up to, after what was reversed; undefined while the figures are being prepared. */
export async function readPublicFigures(db: Queryable, now: Date): Promise<PublicFigures | undefined> {
  const sums = await sumAllDonations(db, now);
  return (
    sums && {
      donations: sums.donations - sums.donations_reversed,
      meals: sums.meals - sums.meals_reversed,
      amount: money(sums.amount_minor - sums.amount_reversed_minor, baseCurrency), // in the base currency on every donation
    }
  );
}

/** What the home page shows; `undefined` while it shows nothing. */
export type FiguresReader = () => Promise<FigureSentences | undefined>;

/** Reads what the home page shows, at most a minute old: nothing while the figures are being prepared or the database fails. */
export function createFiguresReader(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'log'>): FiguresReader {
  const figures = keepFresh(deps, 'public figures', () => readPublicFigures(deps.db.read, deps.clock.now()));
  return async () => {
    if (!deps.published.counters.current().document.isOn) return undefined;
    const found = await figures();
    return found && found.donations >= publicDonationsMin ? sentencesOf(found) : undefined;
  };
}
