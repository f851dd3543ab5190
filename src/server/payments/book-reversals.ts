import { reversalPostings, type Posting } from '#domain/ledger/postings.ts';
import { money, negate, sum } from '#domain/money/money.ts';
import { isStanding, reversedParts, type ReversedParts } from '#domain/payment/reversal.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { postEntries } from '#server/ledger/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { chargeOf } from './charge-of.ts';
import { findReversalsOf, updateReversal } from './reversal-queries.ts';

/**
 * Brings the books to where the reversals of a settled payment stand: those that took money are posted, those that brought
 * it back are posted the other way round. Each change is one transaction of the books, and a mail to the donor. Nothing
 * happens for what stands in the books already. Answers the ids of reversals that cannot be, since more would go back than
 * was paid, or in another currency: nothing was written for them.
 */
export async function bookReversals(deps: Deps, tx: Tx, intent: DonationIntentRow): Promise<string[]> {
  if (intent.provider_payment_id === null) return [];
  const known = await findReversalsOf(tx, intent.provider, intent.provider_payment_id);
  const impossible: string[] = [];
  let standing = known.filter((reversal) => reversal.is_standing === 1);
  for (const reversal of known) {
    const stands = isStanding(reversal.status);
    if (stands === (reversal.is_standing === 1)) {
      if (reversal.intent_id === null) await updateReversal(tx, { ...reversal, intent_id: intent.id });
      continue;
    }
    const booked = stands ? take(intent, reversal, standing) : giveBack(intent, reversal);
    if (!booked) {
      impossible.push(reversal.reversal_id);
      continue;
    }
    await write(deps, tx, intent, booked);
    standing = [...standing.filter((other) => other.reversal_id !== reversal.reversal_id), booked.reversal].filter(
      (other) => other.is_standing === 1,
    );
  }
  return impossible;
}

interface BookedReversal {
  readonly reversal: ReversalRow;
  readonly postings: readonly Posting[];
}

function take(
  intent: DonationIntentRow,
  reversal: ReversalRow,
  standing: readonly ReversalRow[],
): BookedReversal | undefined {
  const charge = chargeOf(intent);
  const { currency } = charge.total;
  const parts =
    reversal.currency === currency
      ? reversedParts(charge, partsGone(standing, currency), money(reversal.amount_minor, currency))
      : undefined;
  if (!parts) return undefined;
  return {
    reversal: {
      ...reversal,
      intent_id: intent.id,
      is_standing: 1,
      subtotal_minor: parts.subtotal.amountMinor,
      service_fee_minor: parts.serviceFee.amountMinor,
    },
    postings: reversalPostings(intent.provider, parts, intent.charity_id),
  };
}

function giveBack(intent: DonationIntentRow, reversal: ReversalRow): BookedReversal {
  const { currency } = chargeOf(intent).total;
  const parts: ReversedParts = {
    subtotal: money(reversal.subtotal_minor, currency),
    serviceFee: money(reversal.service_fee_minor, currency),
    total: money(reversal.amount_minor, currency),
  };
  return {
    reversal: { ...reversal, is_standing: 0, subtotal_minor: 0, service_fee_minor: 0 },
    postings: reversalPostings(intent.provider, parts, intent.charity_id).map(({ account, amount }) => ({
      account,
      amount: negate(amount),
    })),
  };
}

function partsGone(
  standing: readonly ReversalRow[],
  currency: ReturnType<typeof chargeOf>['total']['currency'],
): ReversedParts {
  const total = (column: 'subtotal_minor' | 'service_fee_minor' | 'amount_minor') =>
    sum(
      standing.map((reversal) => money(reversal[column], currency)),
      currency,
    );
  return { subtotal: total('subtotal_minor'), serviceFee: total('service_fee_minor'), total: total('amount_minor') };
}

/** `postings` counts the changes, so that a dispute that is won and lost and won again has a cause of its own each time. */
async function write(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  { reversal, postings }: BookedReversal,
): Promise<void> {
  const count = reversal.postings + 1;
  await updateReversal(tx, { ...reversal, postings: count, updated_at: deps.clock.now().toISOString() });
  const cause = `${reversal.kind}:${reversal.provider}:${reversal.reversal_id}:${count}`;
  await postEntries(deps, tx, { cause, intentId: intent.id, occurredAt: new Date(reversal.occurred_at), postings });
  await enqueue(deps, tx, {
    kind: 'reversal',
    dedupeKey: cause,
    payload: {
      donationId: intent.donation_id,
      kind: reversal.kind,
      direction: reversal.is_standing === 1 ? 'taken' : 'returned',
      amountMinor: String(reversal.amount_minor),
      currency: reversal.currency,
    },
  });
}
