import {
  remainingOf,
  statementNote,
  type StatedDonation,
  type StatementSum,
} from '#domain/donation/yearly-statement.ts';
import { formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import { negate, type Money } from '#domain/money/money.ts';
import type { Sender } from '#domain/words/words.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';
import { drawPlainTable, writeShortenedNote } from './plain-table.ts';

/** The contents of a donor's yearly statement. The donor is not named. */
export interface YearlyStatement {
  readonly year: number;
  /** Oldest first. */
  readonly donations: readonly StatedDonation[];
  /** True if there are more donations than the document lists. The sums include all of them. */
  readonly isShortened: boolean;
  /** One for each charge currency. */
  readonly sums: readonly StatementSum[];
}

/** A PDF of the donations of a year. The same statement and sender always produce the same bytes. */
export const writeYearlyStatement = (statement: YearlyStatement, sender: Sender): Promise<Buffer> =>
  writeDocument(
    {
      title: `${sender.name} donations in ${statement.year}`,
      subject: `Yearly statement of donations in ${statement.year}`,
      date: new Date(statement.donations.at(-1)?.day ?? `${statement.year}-01-01`),
      sender,
    },
    (sheet) => drawStatement(sheet, statement),
  );

function drawStatement(sheet: Sheet, { year, donations, isShortened, sums }: YearlyStatement): void {
  sheet.write({ text: `Your donations in ${year}`, size: 26, weight: 800, role: 'H1' });
  sheet.write({ text: statementNote, color: 'muted' });
  sheet.y += 14;
  sheet.write({ text: 'Sums', size: 15, weight: 800, role: 'H2' });
  sheet.y += 6;
  drawFigures(sheet, ['Currency', 'Donations'], sums.map(toSumRow));
  sheet.y += 18;
  sheet.write({ text: 'Donations', size: 15, weight: 800, role: 'H2' });
  sheet.y += 6;
  drawFigures(sheet, ['Date', 'Charity'], donations.map(toDonationRow));
  if (isShortened) writeShortenedNote(sheet);
}

const drawFigures = (sheet: Sheet, names: readonly [string, string], rows: readonly (readonly string[])[]): void =>
  drawPlainTable(sheet, {
    header: [...names, 'Amount', 'Service fee', 'Charged', 'Refunds', 'Net'],
    rows,
    shares: [0.12, 0.22, 0.13, 0.12, 0.14, 0.13, 0.14],
    figuresFrom: 2,
    size: 8.5,
  });

const toSumRow = (sum: StatementSum): readonly string[] => [
  sum.charged.currency,
  formatCountOf(sum.donations, 'donation'),
  ...figuresOf(sum),
];

const toDonationRow = (donation: StatedDonation): readonly string[] => [
  donation.day,
  donation.charityName,
  ...figuresOf(donation),
];

const figuresOf = (row: StatedDonation | StatementSum): readonly string[] =>
  [row.amount, row.serviceFee, row.charged, minus(row.reversed), remainingOf(row)].map(formatMoneyForAnyone);

/** The amount with a minus sign, except zero. */
const minus = (amount: Money): Money => (amount.amountMinor === 0 ? amount : negate(amount));
