import { chargeCurrency, currencies, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import { englishSeparators, parseAmount } from '#domain/money/parse-amount.ts';

/** A search for donations by a member of the team. */
export type DonationSearch =
  | { readonly kind: 'email'; readonly email: string }
  /** The last four digits of a card. */
  | { readonly kind: 'lastFour'; readonly lastFour: string }
  /** The amount charged, fee included. */
  | { readonly kind: 'amount'; readonly amount: Money }
  /** A day in UTC, YYYY-MM-DD. */
  | { readonly kind: 'day'; readonly day: string }
  /** One of our ids, even if it was copied with the link around it. */
  | { readonly kind: 'id'; readonly id: string }
  /** A provider's id or the beginning of a name, which look alike. */
  | { readonly kind: 'text'; readonly text: string };

/**
 * Reads a search. Four digits are the last four of a card; an amount has a point, a comma, a symbol or a code. Returns
 * undefined if the text is empty.
 */
export function readDonationSearch(typed: string): DonationSearch | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  const id = /\b(?:don|int|ltx|pln|usr)_[0-9a-z]{26}\b/.exec(text)?.[0];
  if (id !== undefined) return { kind: 'id', id };
  if (/^[^\s@]+@[^\s@]+$/.test(text)) return { kind: 'email', email: text };
  const lastFour = /^(?:[•*.x\s]*\s)?(\d{4})$/i.exec(text)?.[1];
  if (lastFour !== undefined) return { kind: 'lastFour', lastFour };
  if (isDay(text)) return { kind: 'day', day: text };
  const amount = readAmount(text);
  return amount ? { kind: 'amount', amount } : { kind: 'text', text };
}

/** Returns true if a text is a day of the calendar, YYYY-MM-DD. */
export function isDay(text: string): boolean {
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(text); // rejects the 31st of a short month
}

/** Reads `CA$5.24`, `5.24 CAD` and `cad 5.24`. Without a currency, the amount is in the charge currency. */
function readAmount(text: string): Money | undefined {
  const [, before = '', digits = '', after = ''] = /^(\D*?)\s*(\d[\d.,' ]*?)\s*(\D*)$/.exec(text) ?? [];
  const name = before + after;
  const isNumber = name !== '' || /[.,]/.test(digits);
  const currency = name === '' ? chargeCurrency : currencyNamed(name);
  if (!isNumber || currency === undefined || (before !== '' && after !== '')) return undefined;
  return parseAmount(digits, currency, englishSeparators);
}

/** Finds the currency of a code or symbol. A dollar sign alone means the charge currency. */
function currencyNamed(name: string): CurrencyCode | undefined {
  const code = name.toUpperCase();
  if (isCurrencyCode(code)) return code;
  if (code === '$') return chargeCurrency;
  if (code === 'US$') return 'USD';
  const known: string[] = Object.keys(currencies);
  return known.filter(isCurrencyCode).find((candidate) => currencies[candidate].symbol === code);
}
