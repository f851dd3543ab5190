import type { CharityAnswer } from '#contract/catalogue.ts';
import { checkoutSentences } from '#contract/checkout.ts';
import { subtotalOf } from '#domain/donation/basket.ts';
import type { Gift } from './checkout-payload.ts';
import type { Draft } from './draft.ts';

/** A draft that can be paid, or the toast that says what is missing. */
export type CheckedDraft =
  | { readonly code: 'ok'; readonly gift: Gift }
  | { readonly code: 'incomplete'; readonly title: string; readonly description: string };

/** Looks at a draft before it is sent, in the spec's order and words (spec 5, Donate). */
export function checkDraft(draft: Draft, charities: readonly CharityAnswer[]): CheckedDraft {
  if (typeof draft.charityId !== 'number') return incomplete('Selection Required', checkoutSentences.charityMissing);
  if (subtotalOf(draft.basket).amountMinor <= 0) return incomplete('Invalid Amount', checkoutSentences.amountInvalid);
  const charity = charities.find((candidate) => candidate.id === draft.charityId);
  if (!charity) return incomplete('Invalid Charity', checkoutSentences.charityUnknown);
  return { code: 'ok', gift: { basket: draft.basket, charity, frequency: draft.frequency } };
}

const incomplete = (title: string, description: string): CheckedDraft => ({ code: 'incomplete', title, description });
