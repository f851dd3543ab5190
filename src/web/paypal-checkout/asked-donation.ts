import * as z from 'zod/mini';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { donationDataSchema } from '#contract/checkout.ts';
import {
  customBasket,
  quantityMax,
  subtotalOf,
  type Basket,
  type Snack,
  type StackItem,
} from '#domain/donation/basket.ts';
import { checkGift } from '#domain/donation/pricing.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, isSameMoney, toDecimal } from '#domain/money/money.ts';
import { toDonationData, type Gift } from '#web/donate/index.ts';

/** What `data` in the address holds: the spec's four fields, and those of the checkout payload as far as they are there. */
const askedDonation = z.object({
  ...donationDataSchema.shape,
  mealsProvided: z.int(),
  charityName: z.string(),
  charityId: z.optional(z.int()),
  recurring: z.optional(z.literal(false)), // rulings: one-time only
});

/** A donation as the address asks for it: of the right shape, its figures not yet looked at. */
export type AskedDonation = z.infer<typeof askedDonation>;

/** Reads `data`; `undefined` when it is missing, no JSON, or no donation (spec 2, PayPal checkout). */
export function readAskedDonation(data: string | null): AskedDonation | undefined {
  try {
    const asked = askedDonation.safeParse(JSON.parse(data ?? 'null'));
    return asked.success ? asked.data : undefined;
  } catch {
    return undefined; // an address can hold any text
  }
}

/** What the gift is compared with. */
export interface Catalogue {
  readonly snacks: readonly Snack[];
  readonly charities: readonly CharityAnswer[];
}

/**
 * The gift that was asked for, at the catalogue's prices. `undefined` when there is no such charity or snack, the amount may
 * not be given, or any figure is another than the one we reckon ourselves: then the address was forged, or is too old.
 */
export function findGift(asked: AskedDonation, { snacks, charities }: Catalogue): Gift | undefined {
  const charity = findCharity(asked, charities);
  const basket = basketOf(asked, snacks);
  if (!charity || !basket || !mayBeGiven(basket)) return undefined;
  const gift: Gift = { basket, charity, frequency: 'once' };
  return agrees(asked, gift) ? gift : undefined;
}

/** The id decides; without one the name must be exactly one charity's (rulings, PayPal order). */
function findCharity({ charityId, charityName }: AskedDonation, charities: readonly CharityAnswer[]) {
  const [found, ...others] = charities.filter(({ id, name }) =>
    charityId === undefined ? name === charityName : id === charityId,
  );
  return others.length === 0 ? found : undefined;
}

/** Without snacks it is an own amount (rulings, PayPal order). */
function basketOf(
  { amount, snackId, stackedSnacks = [] }: AskedDonation,
  snacks: readonly Snack[],
): Basket | undefined {
  if (stackedSnacks.length > 0) return stackOf(stackedSnacks, snacks);
  if (typeof snackId === 'number') return stackOf([{ id: snackId, quantity: 1 }], snacks);
  const gift = fromDecimal(amount, baseCurrency);
  return gift && customBasket(gift);
}

/** A snack that is named twice makes no stack of ours. */
function stackOf(asked: readonly Pick<StackItem, 'id' | 'quantity'>[], snacks: readonly Snack[]): Basket | undefined {
  const items = asked.flatMap(({ id, quantity }): StackItem[] => {
    const snack = snacks.find((candidate) => candidate.id === id);
    return snack && quantity <= quantityMax ? [{ ...snack, quantity }] : [];
  });
  const isWhole = items.length === asked.length && new Set(items.map(({ id }) => id)).size === items.length;
  return isWhole ? { kind: 'stack', items } : undefined;
}

/** Snacks cost what they cost; an own amount has a minimum (rulings, Custom amount). */
function mayBeGiven(basket: Basket): boolean {
  const range = checkGift(subtotalOf(basket));
  return range === 'ok' || (range === 'too_small' && basket.kind === 'stack');
}

/** Whether everything that was asked is what our own page would ask for this gift. Names are display text. */
function agrees(asked: AskedDonation, gift: Gift): boolean {
  const ours = toDonationData(gift);
  return (
    isSameAmount(asked.amount, ours.amount) &&
    asked.mealsProvided === ours.mealsProvided &&
    (asked.serviceFee === undefined || isSameAmount(asked.serviceFee, ours.serviceFee ?? 0)) &&
    (asked.customAmount === undefined || asked.customAmount === ours.customAmount) &&
    ((asked.snackId ?? undefined) === undefined || asked.snackId === ours.snackId) &&
    (asked.stackedSnacks ?? []).every(({ price, mealsProvided }, place) => {
      const item = gift.basket.kind === 'stack' ? gift.basket.items[place] : undefined;
      return item && isSameAmount(price, toDecimal(item.price)) && (mealsProvided ?? item.meals) === item.meals;
    })
  );
}

function isSameAmount(asked: number, ours: number): boolean {
  const [left, right] = [fromDecimal(asked, baseCurrency), fromDecimal(ours, baseCurrency)];
  return left !== undefined && right !== undefined && isSameMoney(left, right);
}
