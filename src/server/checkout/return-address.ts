import { toDecimalText } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';
import type { Config } from '#server/config.ts';
import { isOwnOrigin } from '#server/http/own-origin.ts';

/**
 * A return address that a page asked for, when it is a page of this site (rulings: anything else is refused); else
 * `undefined`. Odd forms (credentials, backslashes, control characters, another scheme) are refused, not mended.
 */
export function returnAddress(text: string, config: Config): URL | undefined {
  if (!visibleAscii.test(text) || !URL.canParse(text)) return undefined;
  const address = new URL(text);
  const isPlain = text.toLowerCase().startsWith(address.origin); // what reading mended begins otherwise: `http:host`, 127.1, credentials
  return isPlain && isOwnOrigin(address.origin, config) ? address : undefined;
}

const visibleAscii = /^[\x21-\x5b\x5d-\x7e]+$/; // without the backslash, which browsers take for a slash

/** The thank-you page's address with what it shows: `amount` is the gift without the fee, in US dollars (rulings, The wire). */
export function thankYouAddress(
  successUrl: URL,
  gift: { readonly amount: Money; readonly meals: number; readonly charity: string; readonly donationId: string },
): string {
  const address = new URL(successUrl);
  address.searchParams.set('amount', toDecimalText(gift.amount));
  address.searchParams.set('meals', String(gift.meals));
  address.searchParams.set('charity', gift.charity);
  address.searchParams.set('transaction_id', gift.donationId);
  return address.href;
}
