import { civilDay } from '#domain/donation/civil-day.ts';
import { settlementPostings } from '#domain/ledger/postings.ts';
import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { insertDonation } from '#server/donations/index.ts';
import { postEntries } from '#server/ledger/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { chargeOf } from './charge-of.ts';

/** Turns a paid intent into a donation: the row, its lines in the books, and the receipt to be mailed; all in the caller's transaction. */
export async function settleDonation(deps: Deps, tx: Tx, intent: DonationIntentRow, paidAt: Date): Promise<void> {
  await insertDonation(tx, intent, { donatedAt: paidAt, donatedOn: civilDay(paidAt, intent.time_zone) });
  await postEntries(deps, tx, {
    cause: `settlement:${intent.id}`,
    intentId: intent.id,
    occurredAt: paidAt,
    postings: settlementPostings(intent.provider, chargeOf(intent), intent.charity_id),
  });
  await enqueue(deps, tx, {
    kind: 'receipt',
    dedupeKey: `receipt:${intent.donation_id}`,
    payload: { donationId: intent.donation_id },
  });
}
