import { currencies, type CurrencyCode } from './currency.ts';
import { money, type Money } from './money.ts';

/** How a language writes numbers: `1,000.50`, `1.000,50`, `1 000,50`, `1’000.50`. */
export interface NumberSeparators {
  readonly decimal: string;
  readonly group: string;
  /** `three` for 1,000,000; `indian` for 10,00,000. */
  readonly grouping: 'three' | 'indian';
}

export const englishSeparators: NumberSeparators = { decimal: '.', group: ',', grouping: 'three' };

/**
 * Parses a typed amount strictly (spec-readings, Custom amount): a whole number or one with at most the currency's decimals,
 * group separators only in their places. `undefined` for everything else: words, `0x10`, `1e3`, `Infinity`, a misplaced
 * separator, too many decimals. A leading minus is accepted, so that the range check can refuse it.
 */
export function parseAmount(text: string, currency: CurrencyCode, separators: NumberSeparators): Money | undefined {
  const match = patternOf(separators, currencies[currency].exponent).exec(normalize(text, separators));
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(groupSeparator, '') + fraction.padEnd(currencies[currency].exponent, '0');
  const amountMinor = Number(sign + digits);
  return Number.isSafeInteger(amountMinor) ? money(amountMinor, currency) : undefined;
}

const decimalSeparator = '.';
const groupSeparator = ',';

/** Turns digits of other scripts into 0-9 and the language's separators into `.` and `,`. All spaces, and both apostrophes, are equivalent. */
function normalize(text: string, separators: NumberSeparators): string {
  const group = canonical(separators.group);
  const read = (character: string): string => {
    if (character === separators.decimal) return decimalSeparator;
    if (canonical(character) === group) return groupSeparator;
    return character === decimalSeparator || character === groupSeparator ? 'x' : character; // a separator of another language
  };
  return Array.from(text.trim(), (character) => read(latinDigit(character))).join('');
}

const canonical = (separator: string): string => (/^\s$/u.test(separator) ? ' ' : separator === '’' ? "'" : separator);

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660); // Arabic-Indic
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0); // Persian
  if (code >= 0xff10 && code <= 0xff19) return String(code - 0xff10); // full-width, as Japanese keyboards type them
  if (character === '−') return '-'; // the typographic minus sign
  return character;
}

function patternOf(separators: NumberSeparators, exponent: number): RegExp {
  // A grouped number never begins with zero: `0,500` is one half in another language, not five hundred.
  const grouped =
    separators.grouping === 'indian' ? '[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}' : '[1-9][0-9]{0,2}(?:,[0-9]{3})+';
  const fraction = exponent === 0 ? '' : `(?:\\.([0-9]{1,${exponent}}))?`;
  return new RegExp(`^(-?)([0-9]{1,12}|${grouped})${fraction}$`);
}
