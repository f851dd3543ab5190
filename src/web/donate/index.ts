export { DonateSection } from './donate-section.tsx';
export { forgetSubmittedDraft } from './draft-store.ts';
export { useBasketMeals } from './use-basket-meals.ts';
