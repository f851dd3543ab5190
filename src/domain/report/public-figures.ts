import { formatCount, formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';

/** The figures of all donations that the home page can show, less what was reversed. */
export interface PublicFigures {
  readonly donations: number;
  readonly meals: number;
  /** The amount in the base currency, without service fees. */
  readonly amount: Money;
}

/** The smallest number of donations whose figures are shown. Figures of fewer could reveal what one person gave. */
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
 * The texts of the hidden elements while no real figures are shown. Only the hero has a sentence (spec 2, Hero and Your
 * Impact).
 */
export const hiddenSentences: FigureSentences = {
  hero: `${formatCount(10_562)} meals donated`,
  community: '',
};
