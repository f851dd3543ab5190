import type { Price } from '#domain/donation/pricing.ts';
import { reversalPostings } from '#domain/ledger/postings.ts';
import { add, isSameMoney, money, subtract, zero } from '#domain/money/money.ts';
import { isStanding, reversedParts, type ReversedParts } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { chargeOf } from './charge-of.ts';
import { endDisputedPlan } from './end-disputed-plan.ts';
import { findReversalsOf, updateReversal } from './reversal-queries.ts';

/**
 * Brings the books to where the reversals of a settled payment stand. What each takes back follows from all that stand, in
 * the order of their ids, so the books come out the same in whatever order the messages came; each change is one transaction
 * of the books. Nothing happens for what stands in the books already. Answers the reversals that cannot stand, since more
 * would go back than was paid, or in another currency: nothing is in the books for them until they fit.
 */
export async function bookReversals(deps: Deps, tx: Tx, intent: DonationIntentRow): Promise<readonly ReversalRow[]> {
  if (intent.provider_payment_id === null) return [];
  const known = await findReversalsOf(tx, intent.provider, intent.provider_payment_id);
  const charge = chargeOf(intent);
  const { standing, impossible } = choose(known, charge);
  const nothing = zero(charge.total.currency);
  let gone = nothing;
  for (const reversal of known) {
    const amount = standing.has(reversal) ? money(reversal.amount_minor, charge.total.currency) : nothing;
    const parts = reversedParts(charge, gone, amount);
    if (!parts) throw new RangeError(`${reversal.reversal_id} was chosen and does not fit`);
    gone = add(gone, amount);
    await bring(deps, tx, intent, reversal, { isStanding: standing.has(reversal), parts });
  }
  await endDisputedPlan(deps, tx, intent, known);
  return impossible;
}

/** Those that take money, as far as the charge goes: what the books have taken back already goes before what came later. */
function choose(
  known: readonly ReversalRow[],
  { total }: Price,
): { readonly standing: ReadonlySet<ReversalRow>; readonly impossible: readonly ReversalRow[] } {
  const wanted = known.filter(({ status }) => isStanding(status));
  const standing = new Set<ReversalRow>();
  const impossible: ReversalRow[] = [];
  let leftMinor = total.amountMinor;
  for (const reversal of wanted.toSorted((one, other) => other.is_standing - one.is_standing)) {
    const fits = reversal.currency === total.currency && reversal.amount_minor <= leftMinor;
    if (!fits) impossible.push(reversal);
    else {
      standing.add(reversal);
      leftMinor -= reversal.amount_minor;
    }
  }
  return { standing, impossible };
}

/** Writes the difference between what the books hold for a reversal and what they should hold. */
async function bring(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversal: ReversalRow,
  wanted: { readonly isStanding: boolean; readonly parts: ReversedParts },
): Promise<void> {
  const booked = bookedParts(reversal, wanted.parts.total.currency);
  const difference: Price = {
    subtotal: subtract(wanted.parts.subtotal, booked.subtotal),
    serviceFee: subtract(wanted.parts.serviceFee, booked.serviceFee),
    total: subtract(wanted.parts.total, booked.total),
  };
  const isTurned = wanted.isStanding !== (reversal.is_standing === 1);
  const postings = reversalPostings(intent.provider, difference, intent.charity_id);
  if (!isTurned && postings.length === 0 && reversal.intent_id !== null) return;
  const count = reversal.postings + (postings.length > 0 ? 1 : 0); // a cause of its own for each change
  const { provider, reversal_id: reversalId } = reversal;
  await updateReversal(
    tx,
    { provider, reversalId },
    {
      intent_id: intent.id,
      is_standing: wanted.isStanding ? 1 : 0,
      subtotal_minor: wanted.parts.subtotal.amountMinor,
      service_fee_minor: wanted.parts.serviceFee.amountMinor,
      postings: count,
      updated_at: deps.clock.now().toISOString(),
    },
  );
  if (postings.length === 0) return;
  const cause = `${reversal.kind}:${reversal.provider}:${reversal.reversal_id}:${count}`;
  await postEntries(deps, tx, { cause, intentId: intent.id, occurredAt: new Date(reversal.occurred_at), postings });
  if (!isSameMoney(difference.total, zero(difference.total.currency)))
    await tellDonor(deps, tx, intent, reversal, cause);
}

function bookedParts(reversal: ReversalRow, currency: Price['total']['currency']): ReversedParts {
  return {
    subtotal: money(reversal.subtotal_minor, currency),
    serviceFee: money(reversal.service_fee_minor, currency),
    total: money(reversal.is_standing === 1 ? reversal.amount_minor : 0, currency),
  };
}

const tellDonor = (
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversal: ReversalRow,
  cause: string,
): Promise<void> =>
  enqueue(deps, tx, {
    kind: 'reversal',
    dedupeKey: cause,
    payload: {
      donationId: intent.donation_id,
      cause,
      kind: reversal.kind,
      direction: reversal.is_standing === 1 ? 'returned' : 'taken', // `reversal` is as it was before
      amountMinor: String(reversal.amount_minor),
      currency: reversal.currency,
    },
  });
