import { add, subtract, sum, type Money } from '#domain/money/money.ts';
import type { ReversedParts } from '#domain/payment/reversed-parts.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';

/** What one ledger transaction changed about a reversal. */
export interface ReversalChange {
  readonly reversal: ReversalRow;
  /** The cause of that ledger transaction. */
  readonly cause: string;
  readonly before: ReversedParts;
  readonly after: ReversedParts;
}

/**
 * Enqueues the emails that tell the donor about changes: one for each refund, and one for all disputes together, because PayPal
 * may report the same money in two of them (docs/decisions/0085). Disputes that do not change the donation cause no email.
 */
export async function enqueueReversalMails(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  changes: readonly ReversalChange[],
): Promise<void> {
  const { charge_currency: currency } = intent;
  const totalChange = sum(changes.map(donationChange), currency);
  const refunds = changes.filter(({ reversal }) => reversal.kind === 'refund');
  const disputes = changes.filter(({ reversal }) => reversal.kind === 'dispute');
  for (const group of [...refunds.map((refund) => [refund]), disputes]) {
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

/** Returns true for every refund that was made. Other changes must move money and change the donation in the same direction. */
function shouldTellDonor({ reversal }: ReversalChange, moved: Money, fromDonation: Money): boolean {
  if (reversal.kind === 'refund' && moved.amountMinor > 0) return true;
  return moved.amountMinor !== 0 && Math.sign(moved.amountMinor) === Math.sign(fromDonation.amountMinor);
}

const takenChange = ({ before, after }: ReversalChange): Money => subtract(after.total, before.total);

/** Returns how much more of the donation and its fee is reversed; our own loss is left out. */
const donationChange = ({ before, after }: ReversalChange): Money =>
  add(subtract(after.subtotal, before.subtotal), subtract(after.serviceFee, before.serviceFee));
