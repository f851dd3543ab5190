import { currencies, type CurrencyCode } from './currency.ts';
import { money, type Money } from './money.ts';

/** The number format of a language: `1,000.50`, `1.000,50`, `1 000,50`, `1’000.50`. */
export interface NumberSeparators {
  readonly decimal: string;
  readonly group: string;
  /** `three` for 1,000,000; `indian` for 10,00,000. */
  readonly grouping: 'three' | 'indian';
}

export const englishSeparators: NumberSeparators = { decimal: '.', group: ',', grouping: 'three' };

/**
 * Parses a typed amount strictly (spec-readings, Custom amount), with or without the currency's symbol in front. Numbers are
 * read in the language's own notation, in which `1,000` is one thousand (English) or one (German). Another notation is read
 * only if its decimals leave no doubt: `10,50` in English, but not `1.000` in French. Returns `undefined` for everything else:
 * words, `0x10`, `1e3`, `Infinity`, another currency's symbol, a misplaced separator, a fraction of the minor unit. Accepts a
 * leading minus, so that the range check can refuse the amount.
 */
export function parseAmount(text: string, currency: CurrencyCode, separators: NumberSeparators): Money | undefined {
  const { exponent } = currencies[currency];
  const canonicalSeparators = {
    ...separators,
    decimal: canonical(separators.decimal),
    group: canonical(separators.group),
  };
  const typed = normalize(text, canonicalSeparators);
  const sign = typed.startsWith('-') ? '-' : '';
  const number = withoutSymbol(typed.slice(sign.length), currency);
  for (const pattern of patternsFor(canonicalSeparators, exponent)) {
    const match = pattern.exec(number);
    if (!match) continue;
    const [, whole = '', fraction = ''] = match;
    const amountMinor = Number(sign + whole.replaceAll(/[^0-9]/g, '') + fraction.padEnd(exponent, '0'));
    return Number.isSafeInteger(amountMinor) ? money(amountMinor, currency) : undefined;
  }
  return undefined;
}

/** Turns digits of other scripts into 0-9, and Arabic separators into the language's own. */
function normalize(text: string, { decimal, group }: NumberSeparators): string {
  const read = (character: string): string => {
    if (character === '٫') return decimal; // Arabic decimal separator
    if (character === '٬') return group; // Arabic group separator
    return canonical(latin(character));
  };
  return Array.from(text.trim(), read).join('');
}

/** Turns any space into a plain space, and a curly apostrophe into a straight one. */
const canonical = (separator: string): string => (/^\s$/u.test(separator) ? ' ' : separator === '’' ? "'" : separator);

function latin(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660); // Arabic-Indic
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0); // Persian
  if (code >= 0xff01 && code <= 0xff5e) return String.fromCodePoint(code - 0xfee0); // full-width, as Japanese keyboards type
  if (character === '￥') return '¥';
  if (character === '−') return '-'; // the typographic minus sign
  return character;
}

/** Removes the currency's symbol or code from the front, in the forms that people type: `CA$20`, `$20`, `cad 20`. */
function withoutSymbol(text: string, currency: CurrencyCode): string {
  const symbol = currencies[currency].symbol.trim();
  const sign = symbol.replace(/^[A-Z]+/, '');
  const forms = [currency, symbol, ...(sign === '' ? [] : [sign, currency.slice(0, 2) + sign])];
  const form = forms.find((candidate) => text.toUpperCase().startsWith(candidate));
  return form === undefined ? text : text.slice(form.length).trimStart();
}

/** Returns the pattern of the language's own notation, and then those of other notations, in which decimals are required. */
function patternsFor({ decimal, group, grouping }: NumberSeparators, exponent: number): readonly RegExp[] {
  const zeros = `(?=[0-9])([0-9]{0,${exponent}})0*`; // `1,000` in German is one: zeros beyond the minor unit change nothing
  const ownPattern = new RegExp(`^${wholeNumber(group, grouping)}(?:[${decimal}]${zeros})?$`);
  if (exponent === 0) return [ownPattern];
  const otherPatterns = [decimal, '.', ','].flatMap((otherDecimal) =>
    [group, '.', ',']
      .filter((otherGroup) => otherGroup !== otherDecimal && !(otherDecimal === decimal && otherGroup === group))
      .map((otherGroup) => new RegExp(`^${wholeNumber(otherGroup, 'three')}[${otherDecimal}]([0-9]{1,${exponent}})$`)),
  );
  return [ownPattern, ...otherPatterns];
}

/** Returns the pattern of a whole number. A grouped one never begins with zero: in another language, `0,500` is one half. */
function wholeNumber(group: string, grouping: NumberSeparators['grouping']): string {
  const grouped =
    grouping === 'indian'
      ? `[1-9][0-9]?(?:[${group}][0-9]{2})*[${group}][0-9]{3}`
      : `[1-9][0-9]{0,2}(?:[${group}][0-9]{3})+`;
  return `([0-9]{1,12}|${grouped})`;
}
