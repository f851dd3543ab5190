import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';
import type { ExampleFigures } from '#domain/report/example-figures.ts';

/** Reads the text of a field by its name, such as `months.0.meals`. */
export type TextOf = (name: string) => string;

/** The figures of a form, unchecked: what is not a number is NaN. */
export const enteredIn = (textOf: TextOf, { months, regions }: ExampleFigures): ExampleFigures => ({
  year: textOf('year') === '' ? null : countIn(textOf('year')),
  donations: countIn(textOf('donations')),
  meals: countIn(textOf('meals')),
  amountMinor: centsIn(textOf('amountMinor')),
  countries: countIn(textOf('countries')),
  charities: countIn(textOf('charities')),
  volunteerHours: countIn(textOf('volunteerHours')),
  growthPercent: countIn(textOf('growthPercent')),
  months: months.map((_, index) => ({
    donations: countIn(textOf(`months.${index}.donations`)),
    meals: countIn(textOf(`months.${index}.meals`)),
    amountMinor: centsIn(textOf(`months.${index}.amountMinor`)),
  })),
  regions: regions.map((_, index) => ({
    sharePercent: countIn(textOf(`regions.${index}.sharePercent`)),
    meals: countIn(textOf(`regions.${index}.meals`)),
    charities: countIn(textOf(`regions.${index}.charities`)),
  })),
});

const countIn = (text: string): number => (/^-?[\d,]+$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN);

const centsIn = (text: string): number => parseAmount(text, baseCurrency, englishSeparators)?.amountMinor ?? Number.NaN;

export const textOfCents = (amountMinor: number): string => toDecimalText(money(amountMinor, baseCurrency));
