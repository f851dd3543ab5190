import {
  addSnack,
  changeQuantity,
  countSnacks,
  customBasket,
  emptyBasket,
  removeSnack,
  repriceBasket,
  type Basket,
  type Snack,
} from '#domain/donation/basket.ts';
import { formatCountOf } from '#domain/money/format.ts';
import type { Money } from '#domain/money/money.ts';

/** How often the donor is charged (spec 4, Frequency). */
export type Frequency = 'once' | 'monthly';

/** The id of the charity that the visitor picked, `none` for the prompt, `undefined` if the visitor has picked nothing. */
export type CharityChoice = number | 'none' | undefined;

export interface Draft {
  readonly basket: Basket;
  readonly charityId: CharityChoice;
  readonly frequency: Frequency;
  /** Renewed with every change. Until then, repeated clicks are one checkout. */
  readonly idempotencyKey: string;
  /** True if a payment page was opened for exactly this draft; false again after any change. */
  readonly isSubmitted: boolean;
}

/**
 * Returns the draft with the suggested charity if the visitor has picked none. The key then names that charity, because the
 * suggestion may change and a key stands for one donation.
 */
export const withSuggestedCharity = (draft: Draft, suggestedId: number | undefined): Draft =>
  draft.charityId === undefined && suggestedId !== undefined
    ? { ...draft, charityId: suggestedId, idempotencyKey: `${draft.idempotencyKey}-${suggestedId}` }
    : draft;

/** Returns the text after each amount: ` per month` for a monthly donation, nothing for a one-time one. */
export const frequencySuffix = (frequency: Frequency): string => (frequency === 'monthly' ? ' per month' : '');

export type DraftChange =
  | { readonly kind: 'snack_added'; readonly snack: Snack }
  | { readonly kind: 'quantity_changed'; readonly snackId: number; readonly change: 1 | -1 }
  | { readonly kind: 'snack_removed'; readonly snackId: number }
  | { readonly kind: 'custom_amount_set'; readonly entered: Money }
  | { readonly kind: 'charity_chosen'; readonly charityId: number | 'none' }
  | { readonly kind: 'frequency_chosen'; readonly frequency: Frequency }
  | { readonly kind: 'catalogue_loaded'; readonly snacks: readonly Snack[] };

export const emptyDraft = (idempotencyKey: string): Draft => ({
  basket: emptyBasket,
  charityId: undefined,
  frequency: 'once',
  idempotencyKey,
  isSubmitted: false,
});

/** Returns the draft after a change, under a new key. If the change has no effect, returns the same object with the same key. */
export function changeDraft(draft: Draft, change: DraftChange, newKey: string): Draft {
  const changed = { ...draft, ...applyChange(draft, change) };
  if (describeContent(draft) === describeContent(changed)) return draft;
  return { ...changed, idempotencyKey: newKey, isSubmitted: false };
}

function applyChange(draft: Draft, change: DraftChange): Partial<Draft> {
  switch (change.kind) {
    case 'snack_added':
      return { basket: addSnack(draft.basket, change.snack) };
    case 'quantity_changed':
      return { basket: changeQuantity(draft.basket, change.snackId, change.change) };
    case 'snack_removed':
      return { basket: removeSnack(draft.basket, change.snackId) };
    case 'custom_amount_set':
      return { basket: customBasket(change.entered) };
    case 'charity_chosen':
      return { charityId: change.charityId };
    case 'frequency_chosen':
      return { frequency: change.frequency };
    case 'catalogue_loaded':
      return { basket: repriceBasket(draft.basket, change.snacks) };
  }
}

/** Returns the donor's choices as text. Two drafts with the same text are the same donation. */
const describeContent = ({ basket, charityId, frequency }: Draft): string =>
  JSON.stringify([describeBasket(basket), charityId ?? null, frequency]);

function describeBasket(basket: Basket): unknown {
  if (basket.kind === 'custom') return basket.entered;
  if (basket.kind === 'empty') return null;
  return basket.items.map((item) => [item.id, item.name, item.price.amountMinor, item.meals, item.quantity]);
}

/** Returns the quantity of a snack in the basket; 0 if the basket does not contain it. */
export const quantityOf = (basket: Basket, snackId: number): number =>
  basket.kind === 'stack' ? (basket.items.find((item) => item.id === snackId)?.quantity ?? 0) : 0;

/** Describes the basket in a few words: `2 snacks`, `1 snack`, `Custom amount`, or an empty string. */
export function summarizeBasket(basket: Basket): string {
  if (basket.kind === 'custom') return 'Custom amount';
  const snacks = countSnacks(basket);
  return snacks === 0 ? '' : formatCountOf(snacks, 'snack');
}
