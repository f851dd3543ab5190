import type { Price } from '#domain/donation/pricing.ts';
import { reversalPostings } from '#domain/ledger/postings.ts';
import { add, isSameMoney, money, subtract, zero } from '#domain/money/money.ts';
import { isActive, reversedParts, type ReversedParts } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { endPlanOf } from '../plans/end-plan.ts';
import { findReversalsOf, updateReversal } from './queries.ts';

/**
 * Brings the ledger in line with all reversals of a settled payment. The part of each follows from all active ones in the
 * order of their ids, so the ledger does not depend on the order in which the messages arrived. Each change is one ledger
 * transaction; what is already posted is left alone. Returns the reversals that are not posted because they exceed what was
 * paid or are in another currency.
 */
export async function bookReversals(deps: Deps, tx: Tx, intent: DonationIntentRow): Promise<readonly ReversalRow[]> {
  if (intent.provider_payment_id === null) return [];
  const known = await findReversalsOf(tx, intent.provider, intent.provider_payment_id);
  const charge = chargeOf(intent);
  const { active, impossible } = choose(known, charge);
  const nothing = zero(charge.total.currency);
  let reversed = nothing;
  for (const reversal of known) {
    const amount = active.has(reversal) ? money(reversal.amount_minor, charge.total.currency) : nothing;
    const parts = reversedParts(charge, reversed, amount);
    if (!parts) throw new RangeError(`${reversal.reversal_id} was chosen but exceeds the charge`);
    reversed = add(reversed, amount);
    await postChange(deps, tx, intent, reversal, { isActive: active.has(reversal), parts });
  }
  await endDisputedPlan(deps, tx, intent, known);
  return impossible;
}

/** The active reversals that fit into the charge; those already posted come first. */
function choose(
  known: readonly ReversalRow[],
  { total }: Price,
): { readonly active: ReadonlySet<ReversalRow>; readonly impossible: readonly ReversalRow[] } {
  const wanted = known.filter(({ status }) => isActive(status));
  const active = new Set<ReversalRow>();
  const impossible: ReversalRow[] = [];
  let leftMinor = total.amountMinor;
  for (const reversal of wanted.toSorted((one, other) => other.is_standing - one.is_standing)) {
    const fits = reversal.currency === total.currency && reversal.amount_minor <= leftMinor;
    if (!fits) impossible.push(reversal);
    else {
      active.add(reversal);
      leftMinor -= reversal.amount_minor;
    }
  }
  return { active, impossible };
}

/** Posts the difference between what the ledger has for a reversal and what it should have. */
async function postChange(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversal: ReversalRow,
  wanted: { readonly isActive: boolean; readonly parts: ReversedParts },
): Promise<void> {
  const posted = postedParts(reversal, wanted.parts.total.currency);
  const difference: Price = {
    subtotal: subtract(wanted.parts.subtotal, posted.subtotal),
    serviceFee: subtract(wanted.parts.serviceFee, posted.serviceFee),
    total: subtract(wanted.parts.total, posted.total),
  };
  const hasSwitched = wanted.isActive !== (reversal.is_standing === 1);
  const postings = reversalPostings(intent.provider, difference, intent.charity_id);
  if (!hasSwitched && postings.length === 0 && reversal.intent_id !== null) return;
  const count = reversal.postings + (postings.length > 0 ? 1 : 0); // part of the cause, so that each change has its own
  const { provider, reversal_id: reversalId } = reversal;
  await updateReversal(
    tx,
    { provider, reversalId },
    {
      intent_id: intent.id,
      is_standing: wanted.isActive ? 1 : 0,
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
    await enqueueReversalMail(deps, tx, intent, reversal, cause);
}

function postedParts(reversal: ReversalRow, currency: Price['total']['currency']): ReversedParts {
  return {
    subtotal: money(reversal.subtotal_minor, currency),
    serviceFee: money(reversal.service_fee_minor, currency),
    total: money(reversal.is_standing === 1 ? reversal.amount_minor : 0, currency),
  };
}

/** `reversal` is the row from before the change: if it was active, its money has now come back. */
const enqueueReversalMail = (
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
      direction: reversal.is_standing === 1 ? 'returned' : 'taken',
      amountMinor: String(reversal.amount_minor),
      currency: reversal.currency,
    },
  });

/** Ends the plan behind a payment after a lost dispute: the next charge would be disputed too. */
async function endDisputedPlan(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversals: readonly ReversalRow[],
): Promise<void> {
  const lost = reversals.find(({ kind, status }) => kind === 'dispute' && status === 'lost');
  if (lost) await endPlanOf(deps, tx, intent, lost.reversal_id);
}
