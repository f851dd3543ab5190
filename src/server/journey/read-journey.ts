import { sql } from 'kysely';
import { explainJourney, type ExplainedJourney } from '#domain/journey/explain-journey.ts';
import type { JourneyFacts, BookedReversal, PayoutFacts, ReturnedFacts } from '#domain/journey/journey.ts';
import { money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DonationRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { findPayoutsOfDonation, isHeldByDispute, type DonationPayout } from '#server/payouts/index.ts';
import { findLeaf, findPayoutLeaf, mayProvePayout } from '#server/public-log/index.ts';

type Donation = Pick<DonationRow, 'intent_id' | 'donated_at'> & {
  readonly charity_name: string;
  readonly provider: PaymentProvider;
};

/** Reads the progress of a donation from the ledger, the public log and the payouts. */
export async function readJourney(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  donation: Donation,
): Promise<ExplainedJourney> {
  const facts = await readFacts(db.read, donation, config.payoutHoldDays);
  return explainJourney(facts, clock.now());
}

async function readFacts(db: Queryable, donation: Donation, holdDays: number): Promise<JourneyFacts> {
  const { intent_id: intentId } = donation;
  const posted = await findPosted(db, intentId);
  const settlement = posted.find(({ cause }) => cause === `settlement:${intentId}`);
  if (!settlement) throw new TypeError(`the donation of ${intentId} is not in the ledger`);
  const payouts = await findPayoutsOfDonation(db, intentId);
  const current = payouts.find((payout) => payout.returned_on === null);
  return {
    paidAt: donation.donated_at,
    paidWith: donation.provider === 'paypal' ? 'paypal' : 'card',
    charityName: donation.charity_name,
    booked: {
      at: settlement.posted_at,
      transactionId: settlement.id,
      amount: money(settlement.minor, settlement.currency),
    },
    reversals: posted.filter((one) => one !== settlement).flatMap(toReversal),
    leaf: await findLeaf(db, settlement.id),
    payout: current && (await toPayout(db, current)),
    returned: payouts.flatMap(toReturned),
    isDisputed: await isHeldByDispute(db, intentId),
    holdDays,
  };
}

type Posted = Awaited<ReturnType<typeof findPosted>>[number];

/** Finds the entries of a payment and its reversals on the charity's account, oldest first. */
const findPosted = (db: Queryable, intentId: string) =>
  db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select(['posted.id', 'posted.cause', 'posted.posted_at', 'entry.currency'])
    .select(sql<number>`cast(-sum(entry.amount_minor) as bigint)`.as('minor'))
    .where('posted.intent_id', '=', intentId)
    .where(sql<boolean>`entry.account like 'charity:%'`)
    .groupBy(['posted.id', 'posted.cause', 'posted.posted_at', 'entry.currency'])
    .orderBy('posted.posted_at')
    .orderBy('posted.id')
    .execute();

function toReversal({ cause, posted_at: at, minor, currency }: Posted): BookedReversal[] {
  if (minor === 0) return []; // a reversal took only the fee, or more than was left
  return [{ kind: cause.startsWith('dispute:') ? 'dispute' : 'refund', at, amount: money(-minor, currency) }];
}

async function toPayout(db: Queryable, payout: DonationPayout): Promise<PayoutFacts> {
  const { id, day, created_at: createdAt, paid_on: paidOn, reference, decided_at: recordedAt } = payout;
  const isSent = paidOn !== null && reference !== null && recordedAt !== null;
  return {
    id,
    day,
    createdAt,
    sent: isSent ? { paidOn, reference, recordedAt } : undefined,
    leaf: await findPayoutLeaf(db, id),
    mayProve: await mayProvePayout(db, id),
    confirmedAt: payout.confirmed_at ?? undefined,
  };
}

function toReturned(payout: DonationPayout): ReturnedFacts[] {
  const { paid_on: paidOn, reference, returned_on: returnedOn, recorded_at: recordedAt } = payout;
  if (paidOn === null || reference === null || returnedOn === null || recordedAt === null) return [];
  return [{ paidOn, reference, returnedOn, recordedAt }];
}
