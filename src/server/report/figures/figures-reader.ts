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

/** What all donations add up to, after what was reversed. */
export async function readPublicFigures(db: Queryable): Promise<PublicFigures> {
  const sums = await sumAllDonations(db);
  return {
    donations: sums.donations - sums.donations_reversed,
    meals: sums.meals - sums.meals_reversed,
    amount: money(sums.amount_minor - sums.amount_reversed_minor, baseCurrency), // in the base currency on every donation
  };
}

/** What the home page shows; `undefined` while it shows nothing. */
export type FiguresReader = () => Promise<FigureSentences | undefined>;

/**
 * Reads what the home page shows, at most a minute old. Figures of half a minute are shown once more while newer ones are
 * read, so that under load no visitor waits for the database. When the database fails, nothing is shown.
 */
export function createFiguresReader(deps: Pick<Deps, 'db' | 'clock' | 'published' | 'log'>): FiguresReader {
  let latest: { readonly at: number; readonly sentences: FigureSentences | undefined } | undefined;
  let reading: Promise<FigureSentences | undefined> | undefined;
  const read = async (): Promise<FigureSentences | undefined> => {
    const at = deps.clock.now().getTime();
    const figures = await readPublicFigures(deps.db.read).catch((error: unknown) => {
      deps.log.error({ err: error }, 'public figures could not be read');
      return undefined;
    });
    const sentences = figures && figures.donations >= publicDonationsMin ? sentencesOf(figures) : undefined;
    latest = { at, sentences };
    reading = undefined;
    return sentences;
  };
  return async () => {
    if (!deps.published.counters.current().document.isOn) return undefined;
    const ageMs = latest ? Math.abs(deps.clock.now().getTime() - latest.at) : Infinity; // the clock of the sandbox can jump
    if (ageMs >= refreshMs) reading ??= read();
    return latest && ageMs < oldestMs ? latest.sentences : reading;
  };
}

const refreshMs = 30_000;
const oldestMs = 60_000;
