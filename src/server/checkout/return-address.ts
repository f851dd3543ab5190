import { toDecimalText } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import type { Config } from '#server/config/config.ts';
import { isOwnOrigin } from '#server/http/same-origin.ts';

/**
 * Parses the address of a page of this site; `undefined` for any other address. Also refuses addresses that the URL parser
 * would have to repair (credentials, backslashes, control characters, another scheme).
 */
export function returnAddress(text: string, config: Config): URL | undefined {
  if (!visibleAscii.test(text) || !URL.canParse(text)) return undefined;
  const address = new URL(text);
  const isUnrepaired = text.toLowerCase().startsWith(address.origin); // false for `http:host`, 127.1 or credentials
  return isUnrepaired && isOwnOrigin(address.origin, config) ? address : undefined;
}

const visibleAscii = /^[\x21-\x5b\x5d-\x7e]+$/; // without the backslash, which browsers treat as a slash

/** The thank-you page's address with its parameters: `amount` is in US dollars without the fee (spec-readings, The wire). */
export function thankYouAddress(
  successUrl: URL,
  donation: { readonly amount: Money; readonly meals: number; readonly charity: string; readonly donationId: string },
): string {
  const address = new URL(successUrl);
  address.searchParams.set('amount', toDecimalText(donation.amount));
  address.searchParams.set('meals', String(donation.meals));
  address.searchParams.set('charity', donation.charity);
  address.searchParams.set('transaction_id', donation.donationId);
  return address.href;
}
