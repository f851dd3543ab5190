import { reversalPostings } from '#domain/ledger/postings.ts';
import { money, subtract, zero, type Money } from '#domain/money/money.ts';
import { reversedParts, type ReversedParts } from '#domain/payment/reversed-parts.ts';
import type { Tx } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { endPlanOf } from '../plans/end-plan.ts';
import { announceReversals } from './announce-reversals.ts';
import { chooseReversals, type ImpossibleReversal } from './choose-reversals.ts';
import { enqueueReversalMails, type ReversalChange } from './enqueue-reversal-mails.ts';
import { findMovements } from './movements.ts';
import { findReversalsOf, updateReversal } from './queries.ts';

/**
 * Brings the ledger in line with all reversals of a settled payment. The parts of each follow from all of them, so the ledger
 * does not depend on the order in which the messages arrived. Each change is one ledger transaction; earlier ones stay as they
 * are. Returns the reversals that cannot be booked.
 */
export async function bookReversals(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
): Promise<readonly ImpossibleReversal[]> {
  if (intent.provider_payment_id === null) return [];
  const known = await findReversalsOf(tx, intent.provider, intent.provider_payment_id);
  const charge = chargeOf(intent);
  const { taken, impossible } = chooseReversals(known, await findMovements(tx, known), charge);
  const nothing = zero(charge.total.currency);
  const wanted = reversedParts(
    charge,
    known.map(({ reversal_id: reversalId, kind }) => ({ reversalId, kind, taken: taken.get(reversalId) ?? nothing })),
  );
  const changes: ReversalChange[] = [];
  for (const reversal of known) {
    const parts = wanted.get(reversal.reversal_id);
    if (!parts) throw new RangeError(`${reversal.reversal_id} has no parts`);
    const before = postedParts(reversal, nothing.currency);
    const cause = await postChange(deps, tx, intent, { reversal, before, parts });
    if (cause !== undefined) changes.push({ reversal, cause, before, after: parts });
  }
  await enqueueReversalMails(deps, tx, intent, changes);
  await announceReversals(deps, tx, intent, { changes, parts: [...wanted.values()] });
  await endDisputedPlan(deps, tx, intent, known);
  return impossible;
}

/**
 * Posts the difference between what the ledger has for a reversal and what it should have. Returns the cause of the ledger
 * transaction; undefined if nothing was posted.
 */
async function postChange(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  { reversal, before, parts }: { reversal: ReversalRow; before: ReversedParts; parts: ReversedParts },
): Promise<string | undefined> {
  const difference: ReversedParts = {
    subtotal: subtract(parts.subtotal, before.subtotal),
    serviceFee: subtract(parts.serviceFee, before.serviceFee),
    loss: subtract(parts.loss, before.loss),
    total: subtract(parts.total, before.total),
  };
  const postings = reversalPostings(intent.provider, difference, intent.charity_id);
  if (postings.length === 0 && reversal.intent_id !== null) return undefined;
  const count = reversal.postings + (postings.length > 0 ? 1 : 0); // part of the cause, so that each change has its own cause
  const { provider, reversal_id: reversalId } = reversal;
  await updateReversal(
    tx,
    { provider, reversalId },
    {
      intent_id: intent.id,
      is_active: parts.total.amountMinor === 0 ? 0 : 1,
      taken_minor: parts.total.amountMinor,
      subtotal_minor: parts.subtotal.amountMinor,
      service_fee_minor: parts.serviceFee.amountMinor,
      loss_minor: parts.loss.amountMinor,
      postings: count,
      updated_at: deps.clock.now().toISOString(),
    },
  );
  if (postings.length === 0) return undefined;
  const cause = `${reversal.kind}:${provider}:${reversalId}:${count}`;
  await postEntries(deps, tx, { cause, intentId: intent.id, occurredAt: new Date(reversal.occurred_at), postings });
  return cause;
}

const postedParts = (reversal: ReversalRow, currency: Money['currency']): ReversedParts => ({
  subtotal: money(reversal.subtotal_minor, currency),
  serviceFee: money(reversal.service_fee_minor, currency),
  loss: money(reversal.loss_minor, currency),
  total: money(reversal.taken_minor, currency),
});

/** Enqueues the end of the plan behind a payment after a lost dispute: the next charge would probably be disputed too. */
async function endDisputedPlan(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  reversals: readonly ReversalRow[],
): Promise<void> {
  const lost = reversals.find(({ kind, status }) => kind === 'dispute' && status === 'lost');
  if (lost) await endPlanOf(deps, tx, intent, lost.reversal_id);
}
