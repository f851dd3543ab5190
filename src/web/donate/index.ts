export { PriceNotice } from './card/price-lines.tsx';
export {
  prefetchPrices,
  refreshPrices,
  useCatalogueVersion,
  useCharities,
  useRates,
  useAreRatesKnown,
  useSnacks,
} from './catalogue.ts';
export { describePriceChanges } from './checkout/price-changes.ts';
export { toDonationData, type CompleteDraft, type PriceSources } from './checkout/checkout-payload.ts';
export {
  readCustomAmount,
  typedAmount,
  useAmountNotation,
  type AmountNotation,
} from './custom-amount/custom-amount.ts';
export { DonateSection } from './donate-section.tsx';
export { clearSubmittedDraft, useBasketMeals } from './draft/draft-store.ts';
export { describeMeals } from './figures.ts';
export { paypalCheckoutLink } from './checkout/go-to-paypal.ts';
export type { LeavePage } from './checkout/use-checkout.ts';
