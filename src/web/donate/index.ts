export { snacksKey, useCharities, useSnacks } from './catalogue.ts';
export { toDonationData, type Gift } from './checkout-payload.ts';
export { rangeSentence, readCustomAmount, typedAmount } from './custom-amount.ts';
export { DonateSection } from './donate-section.tsx';
export { forgetSubmittedDraft } from './draft-store.ts';
export { useBasketMeals } from './use-basket-meals.ts';
export { describeMeals } from './figures.ts';
export { paypalCheckoutLink } from './go-to-paypal.ts';
export type { LeavePage } from './use-checkout.ts';
