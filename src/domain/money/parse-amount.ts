import { currencies, type CurrencyCode } from './currency.ts';
import { money, type Money } from './money.ts';

/** The marks with which somebody writes numbers, as their language has them: `1,000.50`, `1.000,50`, `1 000,50`, `1’000.50`. */
export interface NumberMarks {
  readonly decimal: string;
  readonly group: string;
  /** Digits between group marks, from the right: `three` for 1,000,000; `indian` for 10,00,000. */
  readonly grouping: 'three' | 'indian';
}

/** Marks of en-US. */
export const englishMarks: NumberMarks = { decimal: '.', group: ',', grouping: 'three' };

/**
 * The strict reading of an amount that somebody typed (rulings, Custom amount). Whole numbers, or decimals as the currency
 * has them; group marks only where they belong. `undefined` for everything else: words, `0x10`, `1e3`, `Infinity`, a
 * misplaced mark, more decimals than the currency has. A leading minus is read, so that the range can refuse it.
 */
export function parseAmount(text: string, currency: CurrencyCode, marks: NumberMarks): Money | undefined {
  const match = shapeOf(marks, currencies[currency].exponent).exec(normalize(text, marks));
  if (!match) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  const digits = whole.replaceAll(groupMark, '') + fraction.padEnd(currencies[currency].exponent, '0');
  const amountMinor = Number(sign + digits);
  return Number.isSafeInteger(amountMinor) ? money(amountMinor, currency) : undefined;
}

const decimalMark = '.';
const groupMark = ',';

/** Digits of any script we meet become 0-9, the person's marks become `.` and `,`; spaces and apostrophes of one kind are one mark. */
function normalize(text: string, marks: NumberMarks): string {
  const group = familyOf(marks.group);
  const read = (character: string): string => {
    if (character === marks.decimal) return decimalMark;
    if (familyOf(character) === group) return groupMark;
    return character === decimalMark || character === groupMark ? 'x' : character; // the other language's mark is no mark here
  };
  return Array.from(text.trim(), (character) => read(latinDigit(character))).join('');
}

const familyOf = (mark: string): string => (/^\s$/u.test(mark) ? ' ' : mark === '’' ? "'" : mark);

function latinDigit(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x0660 && code <= 0x0669) return String(code - 0x0660); // Arabic-Indic
  if (code >= 0x06f0 && code <= 0x06f9) return String(code - 0x06f0); // Persian
  if (code >= 0xff10 && code <= 0xff19) return String(code - 0xff10); // full-width, as Japanese keyboards type them
  if (character === '−') return '-'; // the minus sign proper
  return character;
}

function shapeOf(marks: NumberMarks, exponent: number): RegExp {
  // Nobody groups a number that begins with zero: `0,500` is half of one in another language, never five hundred.
  const grouped = marks.grouping === 'indian' ? '[1-9][0-9]?(?:,[0-9]{2})*,[0-9]{3}' : '[1-9][0-9]{0,2}(?:,[0-9]{3})+';
  const fraction = exponent === 0 ? '' : `(?:\\.([0-9]{1,${exponent}}))?`;
  return new RegExp(`^(-?)([0-9]{1,12}|${grouped})${fraction}$`);
}
