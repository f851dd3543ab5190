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
  yield stringify([columns.map(({ header }) => header)], { ...format, bom: true });
  for await (const rows of pages)
    yield stringify(
      rows.map((row) => columns.map(({ valueOf }) => valueOf(row))),
      format,
    );
}

const format = { escape_formulas: true, record_delimiter: 'windows' } as const;

/** The rows of a table that is small enough for one piece. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
