import type { EnteredRate } from './check-rates.ts';

/** The rates in a file, or the sentence that says why it cannot be read. */
export type RatesFile =
  | { readonly code: 'read'; readonly rates: readonly EnteredRate[] }
  | { readonly code: 'refused'; readonly sentence: string };

/** Reads a table with the columns `currency,rate,day,source`. Fields are not quoted. Their values are checked later. */
export function readRatesCsv(text: string): RatesFile {
  const [head = '', ...rows] = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim());
  if (head.toLowerCase().replaceAll(' ', '') !== columns)
    return { code: 'refused', sentence: `The first line of the file must be ${columns}.` };
  const lines = rows.map((row, index) => ({ row, number: index + 2 })).filter(({ row }) => row !== '');
  if (lines.length === 0) return { code: 'refused', sentence: 'The file has no rates.' };
  const rates: EnteredRate[] = [];
  for (const { row, number } of lines) {
    const [currency = '', unitsPerDollar = '', day = '', source, ...more] = row.split(',').map((field) => field.trim());
    if (source === undefined || more.length > 0)
      return { code: 'refused', sentence: `Line ${number} must have four fields: ${columns}.` };
    rates.push({ currency: currency.toUpperCase(), unitsPerDollar, day, source });
  }
  return { code: 'read', rates };
}

const columns = 'currency,rate,day,source';

/** The largest size of a table of rates. */
export const csvBytesMax = 100_000;
