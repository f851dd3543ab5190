import fc from 'fast-check';
import { expect, test } from 'vitest';
import { currencies, isCurrencyCode } from './currency.ts';
import { formatMoney } from './format.ts';
import { money } from './money.ts';
import { englishSeparators, parseAmount, type NumberSeparators } from './parse-amount.ts';

const codes = Object.keys(currencies).filter(isCurrencyCode);
const anyCurrency = fc.constantFrom(...codes);
const anyMinor = fc.integer({ min: 0, max: 2_000_000_000 });

/** Languages and their separators. The runtime's number format of each language is the reference. */
const languages: readonly (readonly [string, NumberSeparators])[] = [
  ['en-US', englishSeparators],
  ['ja-JP', englishSeparators],
  ['en-IN', { decimal: '.', group: ',', grouping: 'indian' }],
  ['de-DE', { decimal: ',', group: '.', grouping: 'three' }],
  ['es-ES', { decimal: ',', group: '.', grouping: 'three' }],
  ['pt-BR', { decimal: ',', group: '.', grouping: 'three' }],
  ['fr-FR', { decimal: ',', group: '\u202f', grouping: 'three' }],
  ['sv-SE', { decimal: ',', group: '\u00a0', grouping: 'three' }],
  ['de-CH', { decimal: '.', group: '’', grouping: 'three' }],
  ['ar-EG', { decimal: '٫', group: '٬', grouping: 'three' }],
];

test('an amount as the product shows it is parsed to the same amount', () => {
  fc.assert(
    fc.property(anyMinor, anyCurrency, (amountMinor, currency) => {
      const amount = money(amountMinor, currency);
      const bare = formatMoney(amount).slice(currencies[currency].symbol.length);
      expect(parseAmount(bare, currency, englishSeparators)).toStrictEqual(amount);
    }),
  );
});

test.each(languages)('an amount in the number format of %s is parsed to the same amount', (language, separators) => {
  fc.assert(
    fc.property(anyMinor, anyCurrency, fc.boolean(), (amountMinor, currency, useGrouping) => {
      const decimals = currencies[currency].exponent;
      const format = new Intl.NumberFormat(language, {
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
        useGrouping,
      });
      const typed = format.format(amountMinor / 10 ** decimals);
      expect(parseAmount(typed, currency, separators)).toStrictEqual(money(amountMinor, currency));
    }),
  );
});

test.each(languages)('a decimal point and a decimal comma give the same amount, in %s', (_language, separators) => {
  fc.assert(
    fc.property(anyMinor, fc.constantFrom('.', ','), fc.boolean(), (amountMinor, point, hasSymbol) => {
      const decimals = String(amountMinor % 100).padStart(2, '0');
      const typed = `${hasSymbol ? '€ ' : ''}${Math.floor(amountMinor / 100)}${point}${decimals}`;
      expect(parseAmount(typed, 'EUR', separators)).toStrictEqual(money(amountMinor, 'EUR'));
    }),
  );
});

test.each(languages)('any text is parsed to whole minor units or not at all, in %s', (_language, separators) => {
  const nearNumbers = fc.string({ unit: fc.constantFrom(..."0123456789.,-+ exEX'’\u00a0\u202f٥٫٬$_"), maxLength: 14 });
  fc.assert(
    fc.property(fc.oneof(nearNumbers, fc.string()), anyCurrency, (text, currency) => {
      const amount = parseAmount(text, currency, separators);
      if (amount !== undefined) expect(amount).toStrictEqual(money(amount.amountMinor, currency));
      if (!/\p{Nd}/u.test(text) || /[ex_+]|\p{Nd}.*\$/iu.test(text)) expect(amount).toBeUndefined();
    }),
  );
});
