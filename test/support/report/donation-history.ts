import fc from 'fast-check';
import { reversalPostings, settlementPostings } from '#domain/ledger/postings.ts';
import { money, shareOf, subtract, type Money } from '#domain/money/money.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { newId } from '#server/ids.ts';
import { postEntries } from '#server/ledger/index.ts';
import type { TestApp } from '../app/start-app.ts';
import { insertPastDonations, type DonationChanges } from '../payments/past-donations.ts';

/** A donation, the reversed part of its charge, and the time when its settlement was posted. */
export interface GivenDonation {
  readonly donation: DonationRow;
  reversedMinor: number;
  readonly postedAt: string;
}

/** Inserts a donation that settles now, with its ledger transaction but without its payment. */
export async function insertSettledDonation({ deps }: TestApp, changes: DonationChanges = {}): Promise<GivenDonation> {
  const postedAt = deps.clock.now().toISOString();
  const [donation] = await insertPastDonations(deps, [{ donated_at: postedAt, ...changes }]);
  if (!donation) throw new TypeError('no donation was inserted');
  await inTransaction(deps.db, (tx) =>
    postEntries(deps, tx, {
      cause: `settlement:${donation.intent_id}`,
      intentId: donation.intent_id,
      occurredAt: new Date(postedAt),
      postings: settlementPostings('stripe', chargeOf(donation), donation.charity_id),
    }),
  );
  return { donation, reversedMinor: 0, postedAt };
}

/** Sets the reversed part of a donation: by a refund if the part grows, otherwise by a dispute that returns money. */
export async function reverse({ deps }: TestApp, given: GivenDonation, reversedMinor: number): Promise<void> {
  const { donation } = given;
  const charge = chargeOf(donation);
  const partsAt = (minor: number): { readonly subtotal: Money; readonly total: Money } => {
    const total = money(minor, donation.charge_currency);
    return { subtotal: shareOf(charge.subtotal, total, charge.total), total };
  };
  const [before, after] = [partsAt(given.reversedMinor), partsAt(reversedMinor)];
  const subtotal = subtract(after.subtotal, before.subtotal);
  const total = subtract(after.total, before.total);
  if (total.amountMinor === 0) return;
  await inTransaction(deps.db, (tx) =>
    postEntries(deps, tx, {
      cause: `${total.amountMinor > 0 ? 'refund' : 'dispute'}:stripe:${newId('out', deps.random)}:1`,
      intentId: donation.intent_id,
      occurredAt: deps.clock.now(),
      postings: reversalPostings(
        'stripe',
        { subtotal, serviceFee: subtract(total, subtotal), loss: money(0, donation.charge_currency), total },
        donation.charity_id,
      ),
    }),
  );
  given.reversedMinor = reversedMinor;
}

/** Computes what remains of a donation: its amount in the base currency, and its meals. */
export function remainingOf({ donation, reversedMinor }: GivenDonation): {
  readonly amountMinor: number;
  readonly meals: number;
} {
  const total = BigInt(donation.charge_total_minor);
  const reversed = BigInt(reversedMinor);
  const taken = (2n * BigInt(donation.amount_minor) * reversed + total) / (2n * total); // rounds half up
  return {
    amountMinor: donation.amount_minor - Number(taken),
    meals: Number((BigInt(donation.meals) * (total - reversed)) / total),
  };
}

/** One step: a donation is given, a part of one is reversed or comes back, time passes, or the scheduled job runs. */
export type HistoryStep =
  | { readonly kind: 'give'; readonly charityId: number; readonly amountMinor: number; readonly meals: number }
  | { readonly kind: 'reverse'; readonly index: number; readonly permille: number }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'write' };

export const historySteps: fc.Arbitrary<HistoryStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('give' as const),
        charityId: fc.constantFrom(5, 6),
        amountMinor: fc.integer({ min: 100, max: 100_000 }),
        meals: fc.integer({ min: 0, max: 300 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('reverse' as const),
        index: fc.nat(),
        permille: fc.constantFrom(0, 1, 333, 500, 999, 1000),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 * 24 }) }),
    },
    { weight: 2, arbitrary: fc.constant({ kind: 'write' as const }) },
  ),
  { maxLength: 25, size: 'max' },
);
