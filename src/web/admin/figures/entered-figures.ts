import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';
import type { ExampleFigures } from '#domain/report/example-figures.ts';

/** Returns the text of a field by its name, such as `months.0.meals`. */
type TextOf = (name: string) => string;

/** Reads the figures of a form without checking them. Text that is not a number becomes NaN. */
export const readFigures = (textOf: TextOf, { months, regions }: ExampleFigures): ExampleFigures => ({
  year: textOf('year') === '' ? null : parseCount(textOf('year')),
  donations: parseCount(textOf('donations')),
  meals: parseCount(textOf('meals')),
  amountMinor: parseMinor(textOf('amountMinor')),
  countries: parseCount(textOf('countries')),
  charities: parseCount(textOf('charities')),
  volunteerHours: parseCount(textOf('volunteerHours')),
  growthPercent: parseCount(textOf('growthPercent')),
  months: months.map((_, index) => ({
    donations: parseCount(textOf(`months.${index}.donations`)),
    meals: parseCount(textOf(`months.${index}.meals`)),
    amountMinor: parseMinor(textOf(`months.${index}.amountMinor`)),
  })),
  regions: regions.map((_, index) => ({
    sharePercent: parseCount(textOf(`regions.${index}.sharePercent`)),
    meals: parseCount(textOf(`regions.${index}.meals`)),
    charities: parseCount(textOf(`regions.${index}.charities`)),
  })),
});

const parseCount = (text: string): number => (/^-?[\d,]+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN);

const parseMinor = (text: string): number =>
  parseAmount(text, baseCurrency, englishSeparators)?.amountMinor ?? Number.NaN;

export const textOfMinor = (amountMinor: number): string => toDecimalText(money(amountMinor, baseCurrency));
