import type { ErrorCode } from '#contract/error.ts';
import { paypalSentences } from '#contract/paypal.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { captureOrder, tooManyDeclines, type Barrier } from '#server/payments/index.ts';
import type { PayPalProvider } from '#server/ports/paypal-provider.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { findIntentByOrder } from './queries.ts';

/** The payment's status with the address of the thank-you page, or a refusal with a sentence for the donor. */
export type PayPalCaptureOutcome =
  | { readonly code: 'captured'; readonly status: 'settled' | 'processing'; readonly url: string }
  | {
      readonly code: Extract<
        ErrorCode,
        'not_found' | 'prices_changed' | 'order_not_approved' | 'payment_declined' | 'provider_unavailable'
      >;
      readonly sentence: string;
    }
  | Barrier;

/** Who requests a capture: a browser with its key, a signed-in user, or both. */
export interface CaptureRequester {
  readonly browserKey: string | undefined;
  readonly donorId: string | undefined;
}

/**
 * Captures an approved order for the browser or the user that created it; to everyone else the order does not exist. A
 * repeated request gets the response of the first one.
 */
export async function capturePayPalOrder(
  deps: Deps,
  paypal: PayPalProvider,
  orderId: string,
  requester: CaptureRequester,
): Promise<PayPalCaptureOutcome> {
  if (!/^[A-Z0-9]{8,36}$/.test(orderId)) return orderUnknown;
  const intent = await findIntentByOrder(deps.db.read, orderId);
  if (!intent) return refuseOrderWithoutIntent(paypal, orderId);
  if (!mayCapture(intent, requester)) return orderUnknown;
  const known = outcomeOfStatus(intent);
  if (known) return known;
  const captured = await captureOrder(deps, paypal, { orderId, intentId: intent.id });
  switch (captured.code) {
    case 'event': {
      if (captured.event.fact.kind === 'expired') return orderUnknown; // an expired order can never be captured
      const updated = (await findIntentByOrder(deps.db.read, orderId)) ?? intent;
      return outcomeOfStatus(updated) ?? processingUntilKnown(updated);
    }
    case 'processing':
    case 'unreadable':
      return processingUntilKnown(intent);
    case 'action_required':
      return { code: 'order_not_approved', sentence: paypalSentences.payerActionRequired };
    case 'not_approved':
      return { code: 'order_not_approved', sentence: paypalSentences.orderNotApproved };
    case 'closed':
      return tooManyDeclines(captured.until);
    case 'declined':
    case 'refused':
      return declined;
    case 'not_found':
      return orderUnknown;
    case 'unavailable':
      return { code: 'provider_unavailable', sentence: paypalSentences.captureWithoutResponse };
  }
}

const orderUnknown = { code: 'not_found', sentence: paypalSentences.orderUnknown } as const;
const declined = { code: 'payment_declined', sentence: paypalSentences.declined } as const;

/** Orders without donation data are stored only at PayPal, so only PayPal knows whether this is one. */
async function refuseOrderWithoutIntent(paypal: PayPalProvider, orderId: string): Promise<PayPalCaptureOutcome> {
  const fetched = await paypal.fetchOrder(orderId);
  return fetched.code === 'open' && !fetched.namesDonation
    ? { code: 'prices_changed', sentence: paypalSentences.orderIncomplete }
    : orderUnknown;
}

const mayCapture = (intent: DonationIntentRow, { browserKey, donorId }: CaptureRequester): boolean =>
  (browserKey !== undefined && intent.browser_key_hash === hashOfBrowserKey(browserKey)) ||
  (donorId !== undefined && intent.donor_id === donorId);

/** Returns the outcome for the payment's status; `undefined` if only PayPal knows the outcome. */
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

/**
 * The outcome if the donor has approved, and PayPal is still capturing or its response is in quarantine. The page shows the
 * payment as processing.
 */
const processingUntilKnown = ({ success_url: url }: DonationIntentRow): PayPalCaptureOutcome => ({
  code: 'captured',
  status: 'processing',
  url,
});
