import type { ReceiptAnswer } from '#contract/receipt.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { isDisputed, reversedMinor, reversalStateOf } from '#server/donations/index.ts';
import { isId } from '#server/ids.ts';

/**
 * The public receipt of a donation. An unclaimed donation's receipt can be read by everyone who knows its id, a claimed one's
 * only by its owner, with the state of its email. `undefined` for every other id (spec-readings, The wire). `readerId` is the
 * signed-in user; null for a visitor.
 */
export async function findReceipt(
  deps: Deps,
  donationId: string,
  readerId: string | null,
): Promise<ReceiptAnswer | undefined> {
  const row = await findReadableDonation(deps.db.read, donationId, readerId);
  if (!row) return undefined;
  const receiptMail = row.donor_id === null ? undefined : await findReceiptMailState(deps, row.id, row.donor_id);
  const price = basePriceOf(row);
  const charge = chargeOf(row);
  const state = reversalStateOf(row);
  return {
    id: row.id,
    status: 'settled',
    amount: toDecimal(price.subtotal),
    serviceFee: toDecimal(price.serviceFee),
    total: toDecimal(price.total),
    charged: {
      subtotal: toDecimal(charge.subtotal),
      serviceFee: toDecimal(charge.serviceFee),
      total: toDecimal(charge.total),
      currency: row.charge_currency,
    },
    paidWith: row.provider === 'paypal' ? 'paypal' : 'card',
    mealsProvided: row.meals,
    charityName: row.charity_name,
    snackName: row.label,
    recurring: row.is_recurring === 1,
    donationDate: row.donated_at,
    ...(receiptMail === undefined ? {} : { receiptMail }),
    ...(state ? { reversal: { state, charged: toDecimal(money(row.reversed_minor, row.charge_currency)) } } : {}),
  };
}

/** The row of a donation whose receipt `readerId` may read. */
export async function findReadableDonation(db: Queryable, donationId: string, readerId: string | null) {
  if (!isId('don', donationId)) return undefined;
  const [row] = await findDonationRow(db, { donationId, readerId });
  return row;
}

const findDonationRow = prepared(
  (db, { donationId, readerId }: { donationId: string; readerId: string | null }) =>
    db
      .selectFrom('donations')
      .innerJoin('charities', 'charities.id', 'donations.charity_id')
      .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
      .selectAll('donations')
      .select(['charities.name as charity_name', 'donation_intents.provider'])
      .select([reversedMinor.as('reversed_minor'), isDisputed.as('is_disputed')])
      .where('donations.id', '=', donationId)
      .where((e) => e.or([e('donations.donor_id', 'is', null), e('donations.donor_id', '=', readerId)])), // never true for a null `readerId`
);

/**
 * Whether the email with the receipt of a donor's own donation has been sent. Undefined when there is none: a donation that was
 * claimed later was made without an address.
 */
async function findReceiptMailState(
  { db, mail }: Pick<Deps, 'db' | 'mail'>,
  donationId: string,
  donorId: string,
): Promise<ReceiptAnswer['receiptMail']> {
  const job = await findReceiptJob(db.read, donationId, donorId);
  if (!job) return undefined;
  if (job.status === 'done') return 'sent';
  return job.status === 'waiting' && mail ? 'on_its_way' : 'not_possible';
}

const findReceiptJob = (db: Queryable, donationId: string, donorId: string) =>
  db
    .selectFrom('donation_intents')
    .innerJoin('outbox', (join) => join.on('outbox.dedupe_key', '=', `receipt:${donationId}`)) // set when the payment settles
    .select('outbox.status')
    .where('donation_intents.donation_id', '=', donationId)
    .where('donation_intents.donor_id', '=', donorId)
    .executeTakeFirst();
