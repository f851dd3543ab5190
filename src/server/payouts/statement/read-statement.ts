import { money, type Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { assertComplete, findEntries, type PayoutWithBatch } from './payout-entries.ts';
import { amountOf, returnOf } from '../batches/read-batches.ts';
import { kindOf } from './statement-csv.ts';
import type { StatementLink } from '../confirmation/statement-links.ts';
import type { Statement } from '#server/pdf/documents/statement.ts';

/** How many entries the PDF lists. The table has all of them. */
const listedMax = 1000;

/** Reads the contents of a payout's PDF for the charity. */
export async function readStatement(
  db: Queryable,
  payout: PayoutWithBatch,
  link: StatementLink | undefined,
): Promise<Statement> {
  const { currency } = payout;
  const entries = await findEntries(db, payout, { at: '', id: '' }, listedMax + 1);
  const isShortened = entries.length > listedMax;
  if (!isShortened)
    assertComplete(
      payout,
      entries.reduce((minor, row) => minor + row.amount_minor, 0),
    );
  const inCurrency = (minor: number): Money => money(minor, currency);
  return {
    charityName: payout.charity_name,
    payoutId: payout.id,
    day: payout.day,
    createdAt: new Date(payout.created_at),
    donations: payout.donations,
    received: inCurrency(payout.received_minor),
    refunded: inCurrency(payout.refunded_minor),
    amount: amountOf(payout),
    transfer: payout.paid_on === null ? null : { paidOn: payout.paid_on, reference: payout.reference ?? '' },
    returned: returnOf(payout),
    confirmUrl: link?.url,
    entries: entries.slice(0, listedMax).map((row) => ({
      day: row.posted_at.slice(0, 10),
      kind: kindOf(row),
      donationId: row.donation_id,
      amount: inCurrency(row.amount_minor),
    })),
    isShortened,
  };
}
