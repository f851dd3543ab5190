import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readRatesCsv } from './rates-csv.ts';

const head = 'currency,rate,day,source';
const cad = { currency: 'CAD', unitsPerDollar: '1.4', day: '2026-11-30', source: 'ECB' };

test.each([
  [`${head}\nCAD,1.4,2026-11-30,ECB`],
  [`\uFEFFCurrency, Rate, Day, Source\r\n\r\ncad , 1.4, 2026-11-30 ,ECB\r\n`],
])('a table is read in the formats of different programs: %j', (text) => {
  expect(readRatesCsv(text)).toEqual({ code: 'read', rates: [cad] });
});

test.each([
  ['', `The first line of the file must be ${head}.`],
  ['CAD,1.4,2026-11-30,ECB', `The first line of the file must be ${head}.`],
  [head, 'The file has no rates.'],
  [`${head}\n\n`, 'The file has no rates.'],
  [`${head}\nCAD,1.4,2026-11-30`, `Line 2 must have four fields: ${head}.`],
  [`${head}\nCAD,1.4,2026-11-30,ECB\n\nEUR,0,95,2026-11-30,ECB`, `Line 4 must have four fields: ${head}.`],
])('%j is refused', (text, sentence) => {
  expect(readRatesCsv(text)).toEqual({ code: 'refused', sentence });
});

test('any text is either read or refused', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(['read', 'refused']).toContain(readRatesCsv(text).code);
      expect(['read', 'refused']).toContain(readRatesCsv(`${head}\n${text}`).code);
    }),
  );
});
