import { stringify } from 'csv-stringify/sync';

/** A column of a table: its heading, and the value of each row. */
export interface CsvColumn<Row> {
  readonly header: string;
  readonly valueOf: (row: Row) => string | number | null;
}

/**
 * Writes a table as CSV in pieces. The byte order mark tells spreadsheets that it is UTF-8. Texts that look like formulas are
 * escaped; numbers stay numbers, negative ones too.
 */
export async function* writeCsv<Row>(
  columns: readonly CsvColumn<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield csvHeading(columns);
  for await (const rows of pages) yield csvRows(columns, rows);
}

/** The beginning of a table, for callers that write the rows themselves. */
export const csvHeading = <Row>(columns: readonly CsvColumn<Row>[]): string => byteOrderMark + csvHeaderRow(columns);

const byteOrderMark = '\uFEFF';

/** The header row without a byte order mark, for programs that cannot read one. */
export const csvHeaderRow = <Row>(columns: readonly CsvColumn<Row>[]): string =>
  stringify([columns.map(({ header }) => header)], format);

export const csvRows = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  stringify(
    rows.map((row) => columns.map(({ valueOf }) => escapeFormulas(valueOf(row)))),
    format,
  );

const format = { record_delimiter: 'windows' } as const;

/** Puts an apostrophe before what a spreadsheet could take for a formula. */
const escapeFormulas = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? value.replace(leadingFormula, "'$&").replace(laterFormula, "$&'") : value;

/**
 * Matches the beginning of a formula, even after spaces, quotes and invisible characters. Any leading tab or line break counts,
 * because it can hide a formula.
 */
const leadingFormula = /^(?:[\t\r\n]|[\s"\p{Cf}]*[=+\-@＝＋－＠])/u;

/**
 * Where the decimal separator is a comma, Excel separates cells with semicolons, and then reads a quoted line break as the end of
 * a row.
 */
const laterFormula = /(?:;|\t|\r?\n|\r(?!\n))(?=[\s"\p{Cf}]*[=+\-@＝＋－＠])/gu;

/** The rows of a table that is small enough for one piece. */
export async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}
