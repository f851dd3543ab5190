/** The destination of a bank transfer: an IBAN, or an account number with a routing number or a BIC. */
export interface BankDetails {
  /** The name of the account holder. */
  readonly holder: string;
  /** ISO 3166 code of the bank's country. */
  readonly country: string;
  readonly account:
    | { readonly kind: 'iban'; readonly iban: string }
    | { readonly kind: 'local'; readonly number: string; readonly routing: string | null };
  readonly bic: string | null;
}

/** Bank details as typed into a form; spaces and letter case do not matter. Empty fields are absent. */
export interface TypedBankDetails {
  readonly holder: string;
  readonly country: string;
  readonly iban?: string | undefined;
  readonly accountNumber?: string | undefined;
  /** Nine digits: in the US the routing number; in Canada 0, the institution number and the transit number. */
  readonly routingNumber?: string | undefined;
  readonly bic?: string | undefined;
}

export type BankDetailsProblem =
  | 'holder_invalid'
  | 'country_invalid'
  | 'iban_invalid'
  | 'number_invalid'
  | 'routing_invalid'
  | 'bic_invalid'
  | 'iban_or_number'
  | 'bank_missing';

/** Parses bank details, or returns what is wrong with them. */
export function parseBankDetails(typed: TypedBankDetails): BankDetails | BankDetailsProblem {
  const holder = typed.holder.trim().replace(/\s+/g, ' ');
  const country = compact(typed.country);
  const bic = compact(typed.bic);
  if (holder === '' || holder.length > 70 || !/[A-Za-z0-9]/.test(withoutAccents(holder))) return 'holder_invalid';
  if (!/^[A-Z]{2}$/.test(country)) return 'country_invalid';
  if (bic !== '' && !isBic(bic)) return 'bic_invalid';
  const account = parseAccount(typed, country, bic);
  return typeof account === 'string' ? account : { holder, country, account, bic: bic === '' ? null : bic };
}

function parseAccount(
  typed: TypedBankDetails,
  country: string,
  bic: string,
): BankDetails['account'] | BankDetailsProblem {
  const iban = compact(typed.iban);
  const number = compact(typed.accountNumber);
  const routing = compact(typed.routingNumber);
  if ((iban === '') === (number === '')) return 'iban_or_number';
  if (iban !== '') return isIban(iban) && iban.startsWith(country) ? { kind: 'iban', iban } : 'iban_invalid';
  if (!/^[A-Z0-9-]{4,34}$/.test(number)) return 'number_invalid';
  if (routing === '')
    return bic === '' || country in clearingSystems ? 'bank_missing' : { kind: 'local', number, routing: null };
  return isRouting(country, routing) ? { kind: 'local', number, routing } : 'routing_invalid';
}

/** The codes of the countries' clearing systems in payment files (ISO 20022, ExternalClearingSystemIdentification1Code). */
export const clearingSystems: Readonly<Record<string, string>> = { US: 'USABA', CA: 'CACPA' };

/** Checks a routing number. We know the form only in Canada and the US; elsewhere, the BIC names the bank. */
function isRouting(country: string, routing: string): boolean {
  if (!/^\d{9}$/.test(routing)) return false;
  if (country === 'CA') return routing.startsWith('0');
  return country === 'US' && weighted(routing) % 10 === 0;
}

const weighted = (digits: string): number =>
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * ([3, 7, 1][index % 3] ?? 0), 0);

/** Returns true if a text without spaces is an IBAN of the right length with correct check digits (ISO 13616). */
export function isIban(text: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(text)) return false;
  const length = ibanLengths[text.slice(0, 2)];
  return (length === undefined || length === text.length) && remainderOf(text.slice(4) + text.slice(0, 4)) === 1;
}

/** The lengths of IBANs in the countries where charities are likely to be (IBAN registry of SWIFT). */
const ibanLengths: Readonly<Record<string, number>> = {
  AE: 23, AT: 20, BE: 16, BH: 22, CH: 21, DE: 22, DK: 18, ES: 24, FI: 18, FR: 27, GB: 22, IE: 22,
  IL: 23, IT: 27, JO: 30, KW: 30, LB: 28, LU: 20, NL: 18, NO: 15, PL: 28, PT: 25, QA: 29, SA: 24, SE: 24, TR: 26,
}; // prettier-ignore

/** Computes the number of an IBAN modulo 97. Letters count from A = 10. */
const remainderOf = (text: string): number =>
  [...text].reduce((rest, character) => {
    const value = parseInt(character, 36);
    return (rest * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);

const isBic = (text: string): boolean => /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(text);

/** Returns the last four characters of an account's number, for display. */
export const lastFourOf = ({ account }: BankDetails): string =>
  (account.kind === 'iban' ? account.iban : account.number).slice(-4);

const compact = (text = ''): string => text.replace(/\s/g, '').toUpperCase();

/** Removes the accents from letters. */
export const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '');
