import { brandColors } from '#domain/brand-colors.ts';
import type { Sheet, TextBlock } from '#server/pdf/drawing/sheet.ts';

interface PlainTable {
  readonly header?: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** Each column's share of the width; they add up to 1. */
  readonly shares: readonly number[];
  /** The columns from this one on are aligned right, so that amounts line up. */
  readonly figuresFrom: number;
  readonly size?: number;
}

/** A table with a line above each row. The first cell of a row names it. */
export function drawPlainTable(sheet: Sheet, table: PlainTable): void {
  const { header, rows } = table;
  if (rows.length === 0) return;
  sheet.group('Table', () => {
    if (header) sheet.group('TR', () => sheet.row(cellsOf(sheet, table, header, () => ({ weight: 800, role: 'TH' }))));
    for (const row of rows) drawRow(sheet, table, row);
  });
}

/** Says that the table above lists only the oldest donations. */
export function writeShortenedNote(sheet: Sheet): void {
  sheet.y += 10;
  sheet.write({ text: 'This document lists the oldest donations. All of them are in the table (CSV).' });
}

function drawRow(sheet: Sheet, table: PlainTable, row: readonly string[]): void {
  const cells = cellsOf(sheet, table, row, (column) => ({ role: column === 0 ? 'TH' : 'TD' }));
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

function cellsOf(
  { left, width }: Sheet,
  { shares, figuresFrom, size = 9.5 }: PlainTable,
  texts: readonly string[],
  styleOf: (column: number) => Pick<TextBlock, 'weight' | 'role'>,
): readonly TextBlock[] {
  let x = left;
  return texts.map((text, column) => {
    const share = (shares[column] ?? 0) * width;
    const isFigure = column >= figuresFrom;
    const cell = { text, x, width: share, size, align: isFigure ? 'right' : 'left', ...styleOf(column) } as const;
    x += share;
    return cell;
  });
}
