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

/** Reads the sums of all donations, less what was reversed; undefined while the figures are being prepared. */
async function readPublicFigures(db: Queryable, now: Date): Promise<PublicFigures | undefined> {
  const sums = await sumAllDonations(db, now);
  return (
    sums && {
      donations: sums.donations - sums.donations_reversed,
      meals: sums.meals - sums.meals_reversed,
      amount: money(sums.amount_minor - sums.amount_reversed_minor, baseCurrency), // in the base currency on every donation
    }
  );
}

/** The public figures, at most a minute old while they can be read. */
export interface FiguresReader {
  /** Undefined while the figures are being prepared, and until they have been read for the first time. */
  readonly latest: () => Promise<PublicFigures | undefined>;
  /** The sentences that the home page shows; undefined while it shows none. */
  readonly shown: () => Promise<FigureSentences | undefined>;
}

/** Creates a reader that reads the figures at most twice a minute, however many visitors there are. */
export function createFiguresReader(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'log'>): FiguresReader {
  const latest = keepFresh(deps, 'public figures', () => readPublicFigures(deps.db.read, deps.clock.now()));
  const shown = async (): Promise<FigureSentences | undefined> => {
    if (!deps.published.counters.current().document.isOn) return undefined;
    const found = await latest();
    return found && found.donations >= publicDonationsMin ? sentencesOf(found) : undefined;
  };
  return { latest, shown };
}
