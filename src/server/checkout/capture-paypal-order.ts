import type { ErrorCode } from '#contract/error.ts';
import { paypalSentences } from '#contract/paypal.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { captureApproved, type PayPalProvider } from '#server/payments/index.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { findIntentByOrder } from './queries.ts';

/** Outcome of a capture: where the payment stands and the thank-you page, or a refusal with a sentence for the donor. */
export type PayPalCaptureOutcome =
  | { readonly code: 'captured'; readonly status: 'settled' | 'processing'; readonly url: string }
  | {
      readonly code: Extract<
        ErrorCode,
        'not_found' | 'prices_changed' | 'order_not_approved' | 'payment_declined' | 'provider_unavailable'
      >;
      readonly sentence: string;
    };

/** Who wants the money taken: a browser by its key, or whoever is signed in. */
export interface Capturer {
  readonly browserKey: string | undefined;
  readonly donorId: string | undefined;
}

/**
 * Takes the money of an approved order for the browser, or the person, that had it made; everybody else hears that there is
 * no such order. A repetition answers what the first call did.
 */
export async function capturePayPalOrder(
  deps: Deps,
  paypal: PayPalProvider,
  orderId: string,
  capturer: Capturer,
): Promise<PayPalCaptureOutcome> {
  if (!/^[A-Z0-9]{8,36}$/.test(orderId)) return orderUnknown;
  const intent = await findIntentByOrder(deps.db.read, orderId);
  if (!intent) return isWithoutGift(paypal, orderId);
  if (!mayCapture(intent, capturer)) return orderUnknown;
  const known = outcomeOfStatus(intent);
  if (known) return known;
  const captured = await captureApproved(deps, paypal, { orderId, intentId: intent.id });
  switch (captured.code) {
    case 'event':
      return outcomeOfStatus((await findIntentByOrder(deps.db.read, orderId)) ?? intent) ?? putAside(intent);
    case 'not_approved':
      return { code: 'order_not_approved', sentence: paypalSentences.orderNotApproved };
    case 'declined':
      return declined;
    case 'gone':
      return orderUnknown;
    case 'unavailable':
      return { code: 'provider_unavailable', sentence: paypalSentences.captureUnanswered };
  }
}

const orderUnknown = { code: 'not_found', sentence: paypalSentences.orderUnknown } as const;
const declined = { code: 'payment_declined', sentence: paypalSentences.declined } as const;

/** Orders that name no gift are kept nowhere but at PayPal, so only PayPal can tell them from unknown ones. */
async function isWithoutGift(paypal: PayPalProvider, orderId: string): Promise<PayPalCaptureOutcome> {
  const fetched = await paypal.fetchOrder(orderId);
  return fetched.code === 'open' && !fetched.namesGift
    ? { code: 'prices_changed', sentence: paypalSentences.orderIncomplete }
    : orderUnknown;
}

const mayCapture = (intent: DonationIntentRow, { browserKey, donorId }: Capturer): boolean =>
  (browserKey !== undefined && intent.browser_key_hash === hashOfBrowserKey(browserKey)) ||
  (donorId !== undefined && intent.donor_id === donorId);

/** What a state of the payment says to the donor; `undefined` for one in which PayPal must be asked. */
function outcomeOfStatus({ status, success_url: url }: DonationIntentRow): PayPalCaptureOutcome | undefined {
  switch (status) {
    case 'settled':
    case 'processing':
      return { code: 'captured', status, url };
    case 'failed':
      return declined;
    case 'pending':
    case 'expired':
      return undefined;
  }
}

/** The money was taken, and does not fit our books: a person looks at it, and the donor's page says that it is under way. */
const putAside = ({ success_url: url }: DonationIntentRow): PayPalCaptureOutcome => ({
  code: 'captured',
  status: 'processing',
  url,
});
