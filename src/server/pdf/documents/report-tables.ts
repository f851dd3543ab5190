import { brandColors } from '#domain/brand-colors.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { MonthRow, RegionRow } from '#domain/report/impact-report.ts';
import type { Sheet, TextBlock } from '#server/pdf/drawing/sheet.ts';

/** One row for each month from January to June. */
export function drawMonths(sheet: Sheet, months: readonly MonthRow[]): void {
  drawTable(
    sheet,
    ['Month', 'Donations', 'Meals', 'Amount'],
    months.map(({ month, donations, meals, amount }) => ({
      cells: [month, formatCount(donations), formatCount(meals), formatMoneyForAnyone(amount)],
    })),
  );
}

/** One row for each region, with its share of the meals as a bar. */
export function drawRegions(sheet: Sheet, regions: readonly RegionRow[]): void {
  drawTable(
    sheet,
    ['Region', 'Share', 'Meals', 'Charities'],
    regions.map(({ region, sharePercent, meals, charities }) => ({
      cells: [region, `${sharePercent}%`, formatCount(meals), formatCount(charities)],
      share: sharePercent / 100,
    })),
  );
}

interface Row {
  readonly cells: readonly string[];
  /** Length of the bar below the row, 0 to 1. */
  readonly share?: number;
}

function drawTable(sheet: Sheet, header: readonly string[], rows: readonly Row[]): void {
  sheet.group('Table', () => {
    sheet.group('TR', () => sheet.row(cellsOf(sheet, header, () => ({ weight: 800, size: 10, role: 'TH' }))));
    for (const row of rows) drawRow(sheet, row);
  });
}

function drawRow(sheet: Sheet, { cells, share }: Row): void {
  const { left, width, pdf } = sheet;
  sheet.y += 4;
  const line = sheet.y;
  sheet.decorate(() =>
    pdf
      .moveTo(left, line)
      .lineTo(left + width, line)
      .lineWidth(0.75)
      .stroke(brandColors.line),
  );
  sheet.y += 5;
  sheet.group('TR', () => sheet.row(cellsOf(sheet, cells, (column) => (column === 0 ? rowHeader : { role: 'TD' }))));
  if (share === undefined) return;
  const bar = sheet.y + 1;
  sheet.decorate(() => pdf.roundedRect(left, bar, share * width, 3, 1.5).fill(brandColors.leaf));
  sheet.y += 5;
}

const rowHeader = { weight: 800, role: 'TH' } as const;

/** The first cell is aligned left and the others right, so that their figures line up. */
function cellsOf(
  { left, width }: Sheet,
  texts: readonly string[],
  styleOf: (column: number) => Omit<TextBlock, 'text'>,
): readonly TextBlock[] {
  const column = width / texts.length;
  return texts.map((text, index) => ({
    text,
    x: left + index * column,
    width: column,
    align: index === 0 ? 'left' : 'right',
    ...styleOf(index),
  }));
}
