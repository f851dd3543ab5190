import { stringify } from 'csv-stringify/sync';

/** A column of a table: its heading, and what each row has there. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly valueOf: (row: Row) => string | number | null;
}

/**
 * A table as CSV, piece by piece. The byte order mark tells spreadsheets that it is UTF-8. Texts that look like formulas are
 * escaped; numbers stay numbers, negative ones too.
 */
export async function* writeCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const rows of pages) yield csvRows(columns, rows);
}

/** The beginning of a table, for those who write several at once. */
export const csvHeading = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  stringify([columns.map(({ header }) => header)], { ...format, bom: true });

export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map(({ valueOf }) => valueOf(row))),
    format,
  );

const format = { escape_formulas: true, record_delimiter: 'windows' } as const;

/** The rows of a table that is small enough for one piece. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
