import {
  addSnack,
  changeQuantity,
  countPieces,
  customBasket,
  emptyBasket,
  removeSnack,
  type Basket,
  type Snack,
  type StackItem,
} from '#domain/donation/basket.ts';
import type { Money } from '#domain/money/money.ts';

/** How often a gift is given (spec 4, Frequency). */
export type Frequency = 'once' | 'monthly';

/** The charity's id; `none` when the visitor went back to the prompt; `undefined` until the default was chosen. */
export type CharityChoice = number | 'none' | undefined;

/** Everything a visitor has decided about the gift so far. */
export interface Draft {
  readonly basket: Basket;
  readonly charityId: CharityChoice;
  readonly frequency: Frequency;
  /** Names this very gift to the server: made when the draft last changed, so that repeated clicks are one checkout. */
  readonly idempotencyKey: string;
  /** Whether a checkout was opened for exactly this gift; a change makes it a new one. */
  readonly isSubmitted: boolean;
}

/** What stands behind every sum of a gift that is given again and again: ` per month`; empty text for one that is given once. */
export const rhythmOf = (frequency: Frequency): string => (frequency === 'monthly' ? ' per month' : '');

/** What a visitor can do to a draft. */
export type DraftChange =
  | { readonly kind: 'snack_added'; readonly snack: Snack }
  | { readonly kind: 'quantity_changed'; readonly snackId: number; readonly change: 1 | -1 }
  | { readonly kind: 'snack_removed'; readonly snackId: number }
  | { readonly kind: 'custom_amount_set'; readonly amount: Money }
  | { readonly kind: 'charity_chosen'; readonly charityId: number | 'none' }
  | { readonly kind: 'frequency_chosen'; readonly frequency: Frequency }
  | { readonly kind: 'catalogue_loaded'; readonly snacks: readonly Snack[] };

/** A draft with nothing decided. */
export const emptyDraft = (idempotencyKey: string): Draft => ({
  basket: emptyBasket,
  charityId: undefined,
  frequency: 'once',
  idempotencyKey,
  isSubmitted: false,
});

/** The draft after a change, under a new key; the same object when the change changed nothing, so that its key stays. */
export function changeDraft(draft: Draft, change: DraftChange, newKey: string): Draft {
  const changed = { ...draft, ...applyChange(draft, change) };
  if (isSameGift(draft, changed)) return draft;
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
      return { basket: customBasket(change.amount) };
    case 'charity_chosen':
      return { charityId: change.charityId };
    case 'frequency_chosen':
      return { frequency: change.frequency };
    case 'catalogue_loaded':
      return { basket: repriceBasket(draft.basket, change.snacks) };
  }
}

/** The basket at the catalogue's prices; snacks that are no longer offered leave it. */
function repriceBasket(basket: Basket, snacks: readonly Snack[]): Basket {
  if (basket.kind !== 'stack') return basket;
  const items = basket.items.flatMap((item): StackItem[] => {
    const snack = snacks.find((candidate) => candidate.id === item.id);
    return snack ? [{ ...snack, quantity: item.quantity }] : [];
  });
  return items.length > 0 ? { kind: 'stack', items } : emptyBasket;
}

const isSameGift = (left: Draft, right: Draft): boolean => giftOf(left) === giftOf(right);

// A change rebuilds its parts in a fixed order of fields, so equal text means an equal gift.
const giftOf = ({ basket, charityId, frequency }: Draft): string =>
  JSON.stringify([describeBasket(basket), charityId ?? null, frequency]);

function describeBasket(basket: Basket): unknown {
  if (basket.kind === 'custom') return basket.amount.amountMinor;
  if (basket.kind === 'empty') return null;
  return basket.items.map((item) => [item.id, item.name, item.price.amountMinor, item.meals, item.quantity]);
}

/** How often a snack is in the draft's stack; 0 when it is not. */
export const quantityOf = (basket: Basket, snackId: number): number =>
  basket.kind === 'stack' ? (basket.items.find((item) => item.id === snackId)?.quantity ?? 0) : 0;

/** What is in the basket in a few words: `2 snacks`, `1 snack`, `Custom amount`; empty text for nothing. */
export function describePieces(basket: Basket): string {
  if (basket.kind === 'custom') return 'Custom amount';
  const pieces = countPieces(basket);
  return pieces === 0 ? '' : `${pieces} ${pieces === 1 ? 'snack' : 'snacks'}`;
}
