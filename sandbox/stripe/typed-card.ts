import { createHash } from 'node:crypto';
import type { Instrument } from '../state/records.ts';
import { newId } from './ids.ts';
import { behaviourOf, brandOf } from './test-cards.ts';
import type { CardBehaviour } from './test-cards.ts';

/** Month and year until which a card is good. */
export interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** A card as somebody typed it: what is kept of it, and the part that its number plays. */
export interface TypedCard {
  readonly instrument: Extract<Instrument, { readonly type: 'card' }>;
  readonly behaviour: CardBehaviour;
}

/** The card with this number. */
export const typedCard = (digits: string, { month, year }: Expiry): TypedCard => ({
  instrument: {
    type: 'card',
    paymentMethodId: newId.paymentMethod(),
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth: month,
    expYear: year,
    fingerprint: fingerprintOf(digits),
  },
  behaviour: behaviourOf(digits),
});

/** The same card has the same fingerprint, from which its number cannot be read back in any test that matters. */
export const fingerprintOf = (digits: string): string =>
  createHash('sha256').update(digits).digest('base64url').replace(/[-_]/g, '0').slice(0, 16);
