import { formatCount, formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';

/** What the home page can show of all donations, after what was reversed. */
export interface PublicFigures {
  readonly donations: number;
  readonly meals: number;
  /** In the base currency, without service fees. */
  readonly amount: Money;
}

/** Figures of fewer donations than this are never shown: they could reveal what one person gave. */
export const publicDonationsMin = 100;

/** The figures as two sentences: one in the hero, one in the community block. */
export interface FigureSentences {
  readonly hero: string;
  readonly community: string;
}

export const sentencesOf = ({ donations, meals, amount }: PublicFigures): FigureSentences => ({
  hero: `${formatCountOf(meals, 'meal')} donated`,
  community: `Donors have given ${formatMoneyForAnyone(amount)} in ${formatCountOf(donations, 'donation')}.`,
});

/**
 * The text of the hidden elements while no real figures are shown. Only the hero has a sentence (spec 2, Hero and Your
 * Impact).
 */
export const hiddenSentences: FigureSentences = {
  hero: `${formatCount(10_562)} meals donated`,
  community: '',
};
