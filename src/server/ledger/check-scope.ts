import { sql, type RawBuilder } from 'kysely';
import { startOfDay } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';

type Condition = RawBuilder<unknown>;

/** The rows that a ledger check reads: for each table name used in the rules, a condition on its rows. */
export interface CheckScope {
  readonly posted: Condition;
  readonly entry: Condition;
  readonly donation: Condition;
  readonly intent: Condition;
  readonly reversal: Condition;
  /** A condition on disputes that selects all disputes of a payment, or none. */
  readonly dispute: Condition;
  readonly payout: Condition;
  /** A condition on the copies of entries for payouts. */
  readonly copy: Condition;
  /** A condition on the column `day` of a table with a row for each written day. */
  readonly day: Condition;
  /** A condition on the column `hour` of a table with a row for each written hour. */
  readonly hour: Condition;
  /** A condition on the transactions that were posted on these days. */
  readonly postedOnDay: Condition;
  readonly closed: Condition;
}

/** Creates the query for what breaks a rule. */
export type Rule = (scope: CheckScope) => RawBuilder<{ subject: string }>;

const always = sql`1 = 1`;

export const wholeLedger: CheckScope = {
  posted: always,
  entry: always,
  donation: always,
  intent: always,
  reversal: always,
  dispute: always,
  payout: always,
  copy: always,
  day: always,
  hour: always,
  postedOnDay: always,
  closed: always,
};

/**
 * Selects what was posted since an instant, with its donations, reversals and payouts. Nothing is posted before that instant
 * anymore. Rows whose time is not a posting time are read from a day earlier, because their transaction may have begun earlier.
 */
export function newSince(instant: string): CheckScope {
  const dayBefore = new Date(Date.parse(instant) - dayMs).toISOString();
  const firstDay = utcDay(new Date(instant));
  const dayStart = startOfDay(firstDay).toISOString();
  const since = sql`posted_at >= ${instant}`;
  const intents = newIntents(since, dayBefore);
  const reversals = newReversals(intents, dayBefore);
  const payouts = newPayouts(since, dayBefore);
  return {
    posted: sql`posted.posted_at >= ${instant}`,
    entry: sql`entry.transaction_id in (select id from ledger_transactions where ${since})`,
    donation: sql`donation.intent_id in (${intents})`,
    intent: sql`intent.id in (${intents})`,
    reversal: sql`(reversal.provider, reversal.reversal_id) in (select provider, reversal_id from (${reversals}) changed)`,
    dispute: sql`(dispute.provider, dispute.payment_id) in (select provider, payment_id from (${reversals}) changed)`,
    payout: sql`payout.id in (${payouts})`,
    copy: sql`copy.transaction_id in (
      select id from ledger_transactions where ${since}
      union all select transaction_id from payable_entries where payout_id in (${payouts}))`,
    day: sql`day >= ${firstDay}`,
    hour: sql`hour >= ${dayStart}`,
    postedOnDay: sql`posted.posted_at >= ${dayStart}`,
    closed: sql`closed.closed_at >= ${dayBefore}`,
  };
}

const dayMs = 24 * 60 * 60 * 1000;

/** Ids of the intents for which something was posted, and of the new intents. */
const newIntents = (since: RawBuilder<unknown>, dayBefore: string) => sql`
  select intent_id from ledger_transactions where ${since} and intent_id is not null
  union all select intent_id from donations where donated_at >= ${dayBefore}
  union all select id from donation_intents
    where status in ('pending', 'processing', 'expired', 'failed', 'settled') and created_at >= ${dayBefore}`;

const newReversals = (intents: RawBuilder<unknown>, dayBefore: string) => sql`
  select provider, reversal_id, payment_id from reversals where intent_id in (${intents})
  union all select provider, reversal_id, payment_id from reversals where updated_at >= ${dayBefore}
  union all select reversal.provider, reversal.reversal_id, reversal.payment_id
    from reversal_movements movement
    join reversals reversal on reversal.provider = movement.provider and reversal.reversal_id = movement.reversal_id
    where movement.occurred_at >= ${dayBefore}`;

/** Ids of the payouts that were posted or returned, and of the payouts in open, new or decided batches. */
const newPayouts = (since: RawBuilder<unknown>, dayBefore: string) => sql`
  select substr(cause, 8) from ledger_transactions where ${since} and cause like 'payout:%'
  union all select payout_id from payout_returns where recorded_at >= ${dayBefore}
  union all select one.id from payouts one join payout_batches batch on batch.id = one.batch_id
    where batch.status = 'open' or batch.created_at >= ${dayBefore} or batch.decided_at >= ${dayBefore}`;
