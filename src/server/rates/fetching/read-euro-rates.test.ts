import fc from 'fast-check';
import { expect, test } from 'vitest';
import { euroRatesFile } from '#test/support/rates/rate-server.ts';
import { RatesProblem } from './rates-problem.ts';
import { readEuroRates } from './read-euro-rates.ts';

const file = euroRatesFile('2026-03-03');

test('the daily file of the European Central Bank is read', () => {
  const { day, unitsPerEuro } = readEuroRates(file);
  expect([day, unitsPerEuro.get('USD'), unitsPerEuro.get('JPY'), unitsPerEuro.size]).toEqual([
    '2026-03-03',
    '1.0842',
    '161.93',
    7,
  ]);
});

const malformed = 'The file with the rates is not well-formed XML.';

test.each([
  ['nothing in it', '', 'The file does not say which day its rates are for.'],
  ['an HTML page', '<!doctype html><p>Moved', 'The file with the rates has a document type, which rates do not need.'],
  [
    'entities',
    `<!DOCTYPE a [<!ENTITY b "c">]>${file}`,
    'The file with the rates has a document type, which rates do not need.',
  ],
  ['half of its text', file.slice(0, 500), malformed],
  ['an unknown entity', file.replace('Reference', '&b;'), malformed],
  ['other XML', '<rss/>', 'The file does not say which day its rates are for.'],
  [
    'two days',
    file.replace('</Cube>\n</gesmes', "<Cube time='2026-03-02'/></Cube>\n</gesmes"),
    'The file has the rates of more than one day.',
  ],
  ['a rate of zero', euroRatesFile('2026-03-03', { CAD: '0' }), 'The file has a rate that is not a positive number.'],
  [
    'a rate that is not a number',
    euroRatesFile('2026-03-03', { CAD: 'N/A' }),
    'The file has a rate that is not a positive number.',
  ],
  ['the same rate twice', file.replace("'CAD'", "'CHF'"), 'The file has two rates for CHF.'],
  ['no dollars', file.replace("'USD'", "'XXX'"), 'The file has no rate for the US dollar.'],
])('a file with %s is refused, and the error says why', (_name, text, sentence) => {
  expect(() => readEuroRates(text)).toThrow(new RatesProblem(sentence));
});

test('any altered file is read or refused with a RatesProblem', () => {
  const change = fc.tuple(fc.nat(file.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 20 }));
  fc.assert(
    fc.property(change, ([at, removed, added]) => {
      try {
        readEuroRates(file.slice(0, at) + added + file.slice(at + removed));
      } catch (error) {
        expect(error).toBeInstanceOf(RatesProblem);
      }
    }),
  );
});
