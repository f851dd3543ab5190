import { add, negate, subtract, sum, type Money } from '#domain/money/money.ts';
import type { ReversedParts } from '#domain/payment/reversed-parts.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** The change of a reversal by one booking. */
export interface ReversalChange {
  readonly reversal: ReversalRow;
  /** The cause of the ledger transaction. */
  readonly cause: string;
  readonly before: ReversedParts;
  readonly after: ReversedParts;
}

/**
 * Tells the donor what a booking changed: one email for each refund, and one for all disputes together, because PayPal reports
 * the same withdrawal twice. Disputes that do not change the donation cause no email.
 */
export async function enqueueReversalMails(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  changes: readonly ReversalChange[],
): Promise<void> {
  const { charge_currency: currency } = intent;
  const totalChange = sum(changes.map(donationChange), currency);
  const disputes = changes.filter(({ reversal }) => reversal.kind === 'dispute');
  for (const group of [...changes.filter((change) => !disputes.includes(change)).map((change) => [change]), disputes]) {
    const last = group.at(-1);
    if (!last) continue;
    const isRefund = last.reversal.kind === 'refund';
    const moved = sum(group.map(takenChange), currency);
    const fromDonation = sum(group.map(donationChange), currency);
    if (!shouldTellDonor(last, moved, isRefund ? totalChange : fromDonation)) continue;
    const counted = isRefund ? moved : fromDonation;
    await enqueue(deps, tx, {
      kind: 'reversal',
      dedupeKey: last.cause,
      payload: {
        donationId: intent.donation_id,
        cause: last.cause,
        kind: last.reversal.kind,
        direction: moved.amountMinor < 0 ? 'returned' : 'taken',
        amountMinor: String(Math.abs(moved.amountMinor)),
        countedMinor: String(Math.abs(counted.amountMinor)),
        currency: moved.currency,
      },
      reportsEventAt: new Date(last.reversal.occurred_at),
    });
  }
}

/** Returns true for every refund that was made; for other changes, only if the donation counts for less or more. */
function shouldTellDonor({ reversal }: ReversalChange, moved: Money, counted: Money): boolean {
  if (reversal.kind === 'refund' && moved.amountMinor > 0) return true;
  return Math.sign(moved.amountMinor) !== 0 && Math.sign(moved.amountMinor) === Math.sign(counted.amountMinor);
}

const takenChange = ({ before, after }: ReversalChange): Money => subtract(after.total, before.total);

/** Returns the change of the reversed part of the donation and its fee, without our own loss. */
const donationChange = ({ before, after }: ReversalChange): Money =>
  add(subtract(after.subtotal, before.subtotal), add(after.serviceFee, negate(before.serviceFee)));
