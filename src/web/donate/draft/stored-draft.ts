import * as z from 'zod/mini';
import { customBasket, quantityMax, type Basket } from '#domain/donation/basket.ts';
import { baseCurrency, isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { Draft } from './draft.ts';

/** The session storage key of the draft. A stored draft survives reloads, the back button and the sign-in page. */
export const storedDraftKey = 'donation_draft';

const minorUnits = z.int().check(z.gte(0));
const currency = z.custom<CurrencyCode>((value) => typeof value === 'string' && isCurrencyCode(value));
const storedItem = z.object({
  id: z.int(),
  name: z.string(),
  priceCents: minorUnits,
  meals: z.int().check(z.gte(1)),
  quantity: z.int().check(z.gte(1), z.lte(quantityMax)),
});
const storedDraft = z.object({
  basket: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('empty') }),
    z.object({ kind: z.literal('stack'), items: z.array(storedItem).check(z.minLength(1)) }),
    z.object({ kind: z.literal('custom'), enteredMinor: minorUnits, currency }),
  ]),
  charityId: z.optional(z.union([z.int(), z.literal('none')])),
  frequency: z.enum(['once', 'monthly']),
  idempotencyKey: z.string().check(z.minLength(8)),
  isSubmitted: z.boolean(),
});
type StoredDraft = z.infer<typeof storedDraft>;

/** Parses the stored draft; returns `undefined` if there is none or it does not parse. */
export function parseDraft(text: string | null): Draft | undefined {
  try {
    const stored = storedDraft.safeParse(JSON.parse(text ?? 'null'));
    return stored.success ? toDraft(stored.data) : undefined;
  } catch {
    return undefined; // not JSON
  }
}

/** Writes the text that `parseDraft` reads. */
export const draftText = (draft: Draft): string => JSON.stringify(toStored(draft));

const toDraft = ({ basket, charityId, ...rest }: StoredDraft): Draft => ({
  ...rest,
  charityId,
  basket: toBasket(basket),
});

function toBasket(stored: StoredDraft['basket']): Basket {
  if (stored.kind === 'empty') return stored;
  if (stored.kind === 'custom') return customBasket(money(stored.enteredMinor, stored.currency));
  const items = stored.items.map(({ priceCents, ...item }) => ({ ...item, price: money(priceCents, baseCurrency) }));
  return { kind: 'stack', items };
}

const toStored = ({ basket, charityId, frequency, idempotencyKey, isSubmitted }: Draft): StoredDraft => ({
  basket: toStoredBasket(basket),
  ...(charityId === undefined ? {} : { charityId }),
  frequency,
  idempotencyKey,
  isSubmitted,
});

function toStoredBasket(basket: Basket): StoredDraft['basket'] {
  if (basket.kind === 'empty') return { kind: 'empty' };
  if (basket.kind === 'custom') {
    return { kind: 'custom', enteredMinor: basket.entered.amountMinor, currency: basket.entered.currency };
  }
  const items = basket.items.map(({ price, ...item }) => ({ ...item, priceCents: price.amountMinor }));
  return { kind: 'stack', items };
}
