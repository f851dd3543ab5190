import type { CharityResponse } from '#contract/catalogue.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { checkDraft, toDonationData, type CompleteDraft } from './checkout-payload.ts';
import { markSubmitted, updateDraft } from '../draft/draft-store.ts';
import type { Draft } from '../draft/draft.ts';
import { reportStart, type LeavePage } from './use-checkout.ts';

/**
 * Opens the PayPal page, or shows in a toast what is missing. Only that page may load PayPal's script, so it is a separate
 * document.
 */
export function goToPayPal(
  draft: Draft,
  charities: readonly CharityResponse[],
  rates: RateTable,
  leavePage: LeavePage,
): void {
  const checked = checkDraft(draft, charities, rates);
  if (checked.code === 'incomplete') return showToast({ ...checked, tone: 'destructive' });
  reportStart(checked.draft, rates);
  // A suggested charity becomes the donor's choice. If it is gone when the donor returns, the page says so.
  updateDraft({ kind: 'charity_chosen', charityId: checked.draft.charity.id });
  markSubmitted();
  leavePage(paypalCheckoutLink(checked.draft, rates));
}

/** Returns the PayPal page's address: the spec's four fields and the rest of the checkout payload (spec-readings, The wire). */
export const paypalCheckoutLink = (draft: CompleteDraft, rates: RateTable): string =>
  `/paypal-checkout?data=${encodeURIComponent(JSON.stringify(toDonationData(draft, rates)))}`;
