import { brandColors } from '#domain/brand-colors.ts';
import { brand } from '#domain/brand.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import { negate, type Money } from '#domain/money/money.ts';
import type { Sheet, TextBlock } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';

/** What a charity is told about a payout. No person is named. */
export interface Statement {
  readonly charityName: string;
  readonly payoutId: string;
  /** The last day whose donations are paid. */
  readonly day: string;
  readonly createdAt: Date;
  readonly donations: number;
  readonly received: Money;
  readonly refunded: Money;
  readonly amount: Money;
  /** Null until the bank has paid. */
  readonly transfer: { readonly paidOn: string; readonly reference: string } | null;
  readonly entries: readonly {
    readonly day: string;
    readonly kind: string;
    readonly donationId: string;
    readonly amount: Money;
  }[];
  /** Whether there are more entries than the document lists. */
  readonly isShortened: boolean;
}

/** A PDF for a charity. The same statement always produces the same bytes. */
export const writeStatement = (statement: Statement, contactEmail: string): Promise<Buffer> =>
  writeDocument(
    {
      title: `${brand.name} statement: ${formatMoneyForAnyone(statement.amount)} to ${statement.charityName}`,
      subject: `Statement of payout ${statement.payoutId}`,
      date: statement.createdAt,
      contactEmail,
    },
    (sheet) => drawStatement(sheet, statement),
  );

function drawStatement(sheet: Sheet, statement: Statement): void {
  sheet.write({ text: 'Statement of payout', size: 26, weight: 800, role: 'H1' });
  sheet.write({ text: statement.charityName, size: 13, color: 'muted' });
  sheet.y += 14;
  drawTable(sheet, undefined, [
    ['Payout', statement.payoutId],
    ['Donations until', statement.day],
    [countOf(statement), formatMoneyForAnyone(statement.received)],
    ['Refunds and disputes', formatMoneyForAnyone(negate(statement.refunded))],
    ['Paid to you', formatMoneyForAnyone(statement.amount)],
    ...transferRows(statement),
  ]);
  sheet.y += 18;
  sheet.write({ text: 'Donations', size: 15, weight: 800, role: 'H2' });
  sheet.y += 6;
  drawTable(
    sheet,
    ['Day', 'Kind', 'Donation ID', 'Amount'],
    statement.entries.map(({ day, kind, donationId, amount }) => [day, kind, donationId, formatMoneyForAnyone(amount)]),
  );
  if (!statement.isShortened) return;
  sheet.y += 10;
  sheet.write({ text: 'This document lists the oldest donations. All of them are in the table (CSV).' });
}

const countOf = ({ donations }: Statement): string =>
  donations === 1 ? '1 donation' : `${formatCount(donations)} donations`;

const transferRows = ({ transfer }: Statement): readonly (readonly [string, string])[] =>
  transfer === null
    ? [['Transfer', 'Not made yet']]
    : [
        ['Paid on', transfer.paidOn],
        ['Reference of the transfer', transfer.reference],
      ];

function drawTable(sheet: Sheet, header: readonly string[] | undefined, rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) return;
  sheet.group('Table', () => {
    if (header)
      sheet.group('TR', () => sheet.row(cellsOf(sheet, header, () => ({ weight: 800, size: 9.5, role: 'TH' }))));
    for (const row of rows) drawRow(sheet, row);
  });
}

function drawRow(sheet: Sheet, row: readonly string[]): void {
  const cells = cellsOf(sheet, row, (column) => (column === 0 ? { size: 9.5, role: 'TH' } : { size: 9.5, role: 'TD' }));
  sheet.reserve(sheet.heightOf(cells) + 8);
  sheet.y += 3;
  const { left, width, pdf, y } = sheet;
  sheet.decorate(() =>
    pdf
      .moveTo(left, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(brandColors.line),
  );
  sheet.y += 4;
  sheet.group('TR', () => sheet.row(cells));
}

/** The last cell is aligned right, so that amounts line up. Ids need most room. */
function cellsOf(
  { left, width }: Sheet,
  texts: readonly string[],
  styleOf: (column: number) => Omit<TextBlock, 'text'>,
): readonly TextBlock[] {
  const shares = texts.length === 2 ? [0.4, 0.6] : [0.14, 0.27, 0.39, 0.2];
  let x = left;
  return texts.map((text, column) => {
    const share = (shares[column] ?? 0) * width;
    const cell = {
      text,
      x,
      width: share,
      align: column === texts.length - 1 ? 'right' : 'left',
      ...styleOf(column),
    } as const;
    x += share;
    return cell;
  });
}
