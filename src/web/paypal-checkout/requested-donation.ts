import * as z from 'zod/mini';
import type { CharityAnswer } from '#contract/catalogue.ts';
import { donationDataSchema, readCustomAmountFields } from '#contract/checkout.ts';
import {
  customBasket,
  quantityMax,
  subtotalOf,
  type Basket,
  type Snack,
  type StackItem,
} from '#domain/donation/basket.ts';
import { checkAmount } from '#domain/donation/pricing.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import type { RateTable } from '#domain/money/exchange.ts';
import { fromDecimal, isSameMoney, toDecimal } from '#domain/money/money.ts';
import { toDonationData, type CompleteDraft } from '#web/donate/index.ts';

/** `data` in the address: the spec's four fields, and optionally those of the checkout payload. */
const requestedDonation = z.object({
  ...donationDataSchema.shape,
  mealsProvided: z.int(),
  charityName: z.string(),
  charityId: z.optional(z.int()),
  recurring: z.optional(z.literal(false)), // spec-readings, The wire: one-time only
});

/** The donation in the address: its shape is checked, its figures are not. */
export type RequestedDonation = z.infer<typeof requestedDonation>;

/** Reads `data`; `undefined` when it is missing, not JSON, or not a donation (spec 2, PayPal checkout). */
export function readRequestedDonation(data: string | null): RequestedDonation | undefined {
  try {
    const requested = requestedDonation.safeParse(JSON.parse(data ?? 'null'));
    return requested.success ? requested.data : undefined;
  } catch {
    return undefined; // an address can hold any text
  }
}

export interface Catalogue {
  readonly snacks: readonly Snack[];
  readonly charities: readonly CharityAnswer[];
  readonly rates: RateTable;
}

/**
 * The requested donation at the catalogue's prices. `undefined` for an unknown charity or snack, an amount out of range, or
 * any figure that differs from ours: then the address is forged or outdated.
 */
export function toCompleteDraft(
  requested: RequestedDonation,
  { snacks, charities, rates }: Catalogue,
): CompleteDraft | undefined {
  const charity = findCharity(requested, charities);
  const basket = basketOf(requested, snacks);
  if (!charity || !basket || !isInRange(basket, rates)) return undefined;
  const draft: CompleteDraft = { basket, charity, frequency: 'once' };
  return matches(requested, draft, rates) ? draft : undefined;
}

/** The id decides; without one, the name must match exactly one charity (spec-readings, The wire). */
function findCharity({ charityId, charityName }: RequestedDonation, charities: readonly CharityAnswer[]) {
  const [found, ...others] = charities.filter(({ id, name }) =>
    charityId === undefined ? name === charityName : id === charityId,
  );
  return others.length === 0 ? found : undefined;
}

/** Without snacks it is a custom amount (spec-readings, The wire). */
function basketOf(requested: RequestedDonation, snacks: readonly Snack[]): Basket | undefined {
  const { snackId, stackedSnacks = [] } = requested;
  if (stackedSnacks.length > 0) return stackOf(stackedSnacks, snacks);
  if (typeof snackId === 'number') return stackOf([{ id: snackId, quantity: 1 }], snacks);
  const entered = readCustomAmountFields(requested);
  return entered && customBasket(entered);
}

/** `undefined` when a snack is unknown or listed twice. */
function stackOf(
  requested: readonly Pick<StackItem, 'id' | 'quantity'>[],
  snacks: readonly Snack[],
): Basket | undefined {
  const items = requested.flatMap(({ id, quantity }): StackItem[] => {
    const snack = snacks.find((candidate) => candidate.id === id);
    return snack && quantity <= quantityMax ? [{ ...snack, quantity }] : [];
  });
  const isComplete = items.length === requested.length && new Set(items.map(({ id }) => id)).size === items.length;
  return isComplete ? { kind: 'stack', items } : undefined;
}

/** Only custom amounts have a minimum (spec-readings, Money). */
function isInRange(basket: Basket, rates: RateTable): boolean {
  const range = checkAmount(subtotalOf(basket, rates));
  return range === 'ok' || (range === 'too_small' && basket.kind === 'stack');
}

/** Whether all figures are those that our own page would send. Names are not compared. */
function matches(requested: RequestedDonation, draft: CompleteDraft, rates: RateTable): boolean {
  const ours = toDonationData(draft, rates);
  return (
    isSameAmount(requested.amount, ours.amount) &&
    requested.mealsProvided === ours.mealsProvided &&
    (requested.serviceFee === undefined || isSameAmount(requested.serviceFee, ours.serviceFee ?? 0)) &&
    (requested.customAmount === undefined || requested.customAmount === ours.customAmount) &&
    ((requested.snackId ?? undefined) === undefined || requested.snackId === ours.snackId) &&
    (requested.stackedSnacks ?? []).every(({ price, mealsProvided }, index) => {
      const item = draft.basket.kind === 'stack' ? draft.basket.items[index] : undefined;
      return item && isSameAmount(price, toDecimal(item.price)) && (mealsProvided ?? item.meals) === item.meals;
    })
  );
}

function isSameAmount(requested: number, ours: number): boolean {
  const [left, right] = [fromDecimal(requested, baseCurrency), fromDecimal(ours, baseCurrency)];
  return left !== undefined && right !== undefined && isSameMoney(left, right);
}
