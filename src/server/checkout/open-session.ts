import { checkoutSentences } from '#contract/checkout.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { expireSessionLater, recordOfIntent } from '#server/payments/index.ts';
import type { CheckoutSessionRequest } from '#server/ports/card-provider.ts';
import { hashOfBrowserKey } from './browser-key.ts';
import { isPaid } from './donation-intent.ts';
import { advanceSessionNumber, keepSession, readIntent } from './queries.ts';

/** Stripe's minimum of half an hour, plus a minute for the request and for clocks that differ. */
export const sessionLifetimeMs = 31 * 60 * 1000;

/** Who requests a checkout. */
export interface CheckoutRequester {
  /** The page's idempotency key, if it sent one. */
  readonly key: string | undefined;
  /** The signed-in user; null for a guest. */
  readonly donorId: string | null;
  /** The secret in the browser's cookie; undefined for a card checkout without an idempotency key. */
  readonly browserKey: string | undefined;
  /** The subjects under which this requester's declines are counted (`subjectsOf`). */
  readonly subjects: readonly string[];
}

/** Who requests a checkout by card. */
export interface SessionRequester extends CheckoutRequester {
  /** The signed-in user's email address, to prefill the page with; undefined for a guest. */
  readonly donorEmail: string | undefined;
}

/** The address to send the browser to, or a sentence for the donor. */
export type OpenedPage =
  | { readonly code: 'opened'; readonly url: string; readonly isSettled: boolean }
  | { readonly code: 'checkout_conflict' | 'provider_unavailable'; readonly sentence: string };

/**
 * Opens the one page on which an intent can be paid, or finds it. Requests with the same session number get the same session,
 * however many there are and whichever server gets them; the number advances only when the provider permanently refuses the
 * session. If two sessions are opened anyway, every request gets the first one that is stored, and the other one is expired.
 */
export async function openSession(
  deps: Deps,
  intent: DonationIntentRow,
  charityName: string,
  requester: SessionRequester,
): Promise<OpenedPage> {
  let current = intent;
  let { donorEmail } = requester;
  for (const isRetry of [false, true]) {
    const opened = await deps.cards.openCheckout({ ...requestFor(deps, current, charityName), donorEmail, isRetry });
    if (opened.code === 'opened') {
      if (await keepSession(deps.db, intent.id, opened, deps.clock.now())) return toPage(opened.url);
      await inTransaction(deps.db, (tx) => expireSessionLater(deps, tx, opened.sessionId));
      return knownPage(await readIntent(deps.db.read, intent.id), requester) ?? unavailable;
    }
    deps.log.error({ intentId: intent.id, detail: opened.detail }, 'the provider opened no checkout session');
    if (opened.code === 'refused') {
      await advanceSessionNumber(deps.db, current, new Date(deps.clock.now().getTime() + sessionLifetimeMs));
      if (opened.isEmailRefused) donorEmail = undefined; // the donor types another one on the provider's page
    }
    current = await readIntent(deps.db.read, intent.id);
    const known = knownPage(current, requester); // opened by a simultaneous request
    if (known) return known;
    if (opened.code === 'unavailable') return unavailable;
  }
  return unavailable;
}

/** The page of an intent that is paid or has an open checkout; `undefined` for all others. */
export function knownPage(intent: DonationIntentRow, requester: CheckoutRequester): OpenedPage | undefined {
  if (isPaid(intent) && !isStarter(intent, requester)) return alreadyPaid;
  if (isPaid(intent)) return toPage(intent.success_url, intent.status === 'settled');
  return intent.status === 'pending' && intent.checkout_url !== null ? toPage(intent.checkout_url) : undefined;
}

/**
 * Returns true if a paid donation may be shown to a requester: a user's only to that user, a guest's only to the browser that
 * started it, even after the guest signs in. If two browsers share a weak key, neither learns of the other's donation.
 */
export const isStarter = (intent: DonationIntentRow, { donorId, browserKey }: CheckoutRequester): boolean =>
  intent.donor_id === null
    ? browserKey !== undefined && intent.browser_key_hash === hashOfBrowserKey(browserKey)
    : intent.donor_id === donorId;

export const alreadyPaid = { code: 'checkout_conflict', sentence: checkoutSentences.alreadyPaid } as const;

const toPage = (url: string, isSettled = false): OpenedPage => ({ code: 'opened', url, isSettled });

const unavailable = { code: 'provider_unavailable', sentence: checkoutSentences.providerUnavailable } as const;

/** Depends only on what the intent stores, so that every request with one number is the same. */
const requestFor = (
  deps: Deps,
  intent: DonationIntentRow,
  charityName: string,
): Omit<CheckoutSessionRequest, 'donorEmail' | 'isRetry'> => ({
  intentId: intent.id,
  number: intent.session_number,
  record: recordOfIntent(deps, intent),
  createdAt: new Date(intent.created_at),
  charge: chargeOf(intent),
  ...(intent.plan_id === null ? {} : { monthly: { planId: intent.plan_id, charityId: intent.charity_id } }),
  label: intent.label,
  charityName,
  successUrl: intent.success_url,
  cancelUrl: intent.cancel_url,
  expiresAt: new Date(intent.expires_at),
});
