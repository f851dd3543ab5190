import type { CharityAnswer } from '#contract/catalogue.ts';
import { showToast } from '#web/ui/toast.ts';
import { checkDraft } from './check-draft.ts';
import { toDonationData, type Gift } from './checkout-payload.ts';
import { markSubmitted, readDraft } from './draft-store.ts';
import { reportStart, type LeavePage } from './use-checkout.ts';

/**
 * Leaves for the page on which the gift is paid by PayPal, or says in a toast what is missing. A document of its own: only
 * that page may load PayPal's script.
 */
export function goToPayPal(charities: readonly CharityAnswer[], leavePage: LeavePage): void {
  const checked = checkDraft(readDraft(), charities);
  if (checked.code === 'incomplete') return showToast({ ...checked, tone: 'destructive' });
  reportStart(checked.gift);
  markSubmitted();
  leavePage(paypalCheckoutLink(checked.gift));
}

/** Address of the PayPal page for a gift: the spec's four fields and the rest of the checkout payload (rulings, PayPal order). */
export const paypalCheckoutLink = (gift: Gift): string =>
  `/paypal-checkout?data=${encodeURIComponent(JSON.stringify(toDonationData(gift)))}`;
