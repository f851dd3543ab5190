import { sql } from 'kysely';
import type { ReceiptResponse } from '#contract/receipt.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { isDisputed, reversedMinor, reversalStateOf } from '#server/donations/index.ts';
import { isId } from '#server/ids.ts';
import { paidWithOf } from './receipt.ts';

/**
 * Finds the public receipt of a donation, with the state of its email but no address. Anyone who knows the id of an unclaimed
 * donation can read its receipt; only the owner of a claimed donation can. Returns `undefined` for every other id
 * (spec-readings, The wire). `readerId` is the signed-in user; null for a visitor.
 */
export async function findReceipt(
  deps: Deps,
  donationId: string,
  readerId: string | null,
): Promise<ReceiptResponse | undefined> {
  const row = await findReadableDonation(deps.db.read, donationId, readerId);
  if (!row) return undefined;
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
    paidWith: paidWithOf(row.provider),
    mealsProvided: row.meals,
    charityName: row.charity_name,
    snackName: row.label,
    recurring: row.is_recurring === 1,
    donationDate: row.donated_at,
    day: row.donated_on,
    ...(await findReceiptMail(deps, row.id)),
    ...(state ? { reversal: { state, charged: toDecimal(money(row.reversed_minor, row.charge_currency)) } } : {}),
  };
}

/** Finds the row of a donation if `readerId` may read its receipt. */
export async function findReadableDonation(db: Queryable, donationId: string, readerId: string | null) {
  if (!isId('don', donationId)) return undefined;
  const [row] = await findDonationRow(db, { donationId, readerId });
  return row;
}

const findDonationRow = prepared((db, { donationId, readerId }: { donationId: string; readerId: string | null }) =>
  db
    .selectFrom('donations')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .selectAll('donations')
    .select([frozenCharityName('donations').as('charity_name'), 'donation_intents.provider'])
    .select([reversedMinor.as('reversed_minor'), isDisputed.as('is_disputed')])
    .where('donations.id', '=', donationId)
    // the comparison is never true for a null `readerId`
    .where((e) => e.or([e('donations.donor_id', 'is', null), e('donations.donor_id', '=', readerId)])),
);

type ReceiptMail = Pick<ReceiptResponse, 'receiptMail' | 'receiptMailTo'>;

/** Finds the state of the email with the receipt, and its destination. Returns no fields for a donation without a receipt job. */
async function findReceiptMail({ db, mail }: Pick<Deps, 'db' | 'mail'>, donationId: string): Promise<ReceiptMail> {
  const [receipt] = await findReceiptJob(db.read, {
    donationId,
    dedupeKey: `receipt:${donationId}`,
    searchKey: `fetch_payer:${donationId}`,
  });
  if (!receipt) return {};
  return {
    receiptMail: mail ? stateOf(receipt) : stateWithoutMail(receipt),
    receiptMailTo: receipt.payer_id === null ? 'payer' : 'account',
  };
}

type ReceiptJob = Awaited<ReturnType<typeof findReceiptJob>>[number];

/** Returns the state of a job. While we still ask the provider for the payer's address, a receipt counts as on its way. */
function stateOf(job: ReceiptJob): NonNullable<ReceiptMail['receiptMail']> {
  const isSearching = job.search_status === 'waiting';
  switch (job.status) {
    case 'done':
      return 'sent';
    case 'discarded':
      return stateOfDiscarded(job);
    case 'held':
      return 'on_its_way';
    case 'waiting':
      return isSearching || job.payer_id !== null || job.payer_email !== null ? 'on_its_way' : 'not_possible';
    case 'no_recipient':
      return isSearching ? 'on_its_way' : 'not_possible';
    case 'dead':
    case 'expired': // only emails with links
    case 'paused': // only newsletters
      return 'not_possible';
  }
}

/** Returns the state if there is no mail server: nothing more is sent. */
function stateWithoutMail(job: ReceiptJob): ReceiptMail['receiptMail'] {
  if (job.status === 'discarded') return stateOfDiscarded(job);
  return job.status === 'done' ? 'sent' : 'not_possible';
}

/** Held emails are discarded because they were sent before a restore; a dead job is reviewed, and was not sent. */
const stateOfDiscarded = ({ resolution }: ReceiptJob): 'sent' | 'not_possible' =>
  resolution === 'discarded' ? 'not_possible' : 'sent';

/** Finds the receipt's job (written when the payment settles), the payer, and the job that searches for the payer's address. */
const findReceiptJob = prepared(
  (db, { donationId, dedupeKey, searchKey }: { donationId: string; dedupeKey: string; searchKey: string }) =>
    db
      .selectFrom('outbox')
      .innerJoin('donation_intents', (join) => join.on('donation_intents.donation_id', '=', donationId))
      .leftJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
      .leftJoin('outbox as search', (join) => join.on('search.dedupe_key', '=', searchKey))
      .leftJoin('review_resolutions', (join) =>
        join.on('review_resolutions.item_id', '=', sql<string>`'job:' || outbox.id`),
      )
      .select(['outbox.status', 'search.status as search_status', 'review_resolutions.resolution'])
      .select(['donation_intents.donor_id as payer_id', 'payer_emails.email as payer_email'])
      .where('outbox.dedupe_key', '=', dedupeKey),
);
