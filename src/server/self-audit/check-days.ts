import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql, type RawBuilder } from 'kysely';
import { addDays, startOfDay } from '#domain/ledger/ledger-days.ts';
import { formatUtcDay, type UtcDay } from '#domain/ledger/utc-day.ts';
import { firstPostingBetween, readProgress } from '#server/accounting/index.ts';
import type { Queryable } from '#server/db/database.ts';
import { hasNoLeaf, isLogged } from '#server/public-log/index.ts';
import type { DayKind, Finding } from './finding.ts';

const hourMs = 60 * 60 * 1000;

/**
 * Checks what was posted on a day: every transaction, donation, receipt, leaf and payout. Checks one hour at a time, so that the
 * server can serve requests in between.
 */
export async function checkDay(db: Queryable, day: UtcDay, now: Date): Promise<Finding[]> {
  const counts = new Map<DayKind, number>();
  const sums = new Map<string, number>();
  const end = startOfDay(addDays(day, 1));
  // read before the sums, because nothing is posted to a written day
  const isWritten = startOfDay(day).toISOString() < (await readProgress(db)).written_before;
  const loggedBefore = new Date(now.getTime() - hourMs).toISOString(); // later transactions may have no leaf yet
  for (let from = startOfDay(day); from < end;) {
    const first = await firstPostingBetween(db, from.toISOString(), end.toISOString());
    if (first === undefined) break;
    const until = new Date(Math.min(Date.parse(first) + hourMs, end.getTime()));
    const range = sql`posted.posted_at >= ${first} and posted.posted_at < ${until.toISOString()}`;
    for (const [kind, query] of hourQueries(range, loggedBefore))
      counts.set(kind, (counts.get(kind) ?? 0) + (await countOf(db, query)));
    await addSums(db, range, sums);
    from = until;
    await letOthersRun();
  }
  if (isWritten) counts.set('written_balances', await countWrongBalances(db, day, sums));
  return [...counts].flatMap(([kind, count]) =>
    count === 0 ? [] : [{ kind, subject: day, sentence: sentences[kind](formatUtcDay(day), count) }],
  );
}

const sentences: Readonly<Record<DayKind, (day: string, count: number) => string>> = {
  unbalanced_transactions: (day, count) =>
    `${day}: ${counted(count, 'transaction')} in the ledger ${isOrAre(count)} not balanced.`,
  donation_entries: (day, count) =>
    `${day}: ${counted(count, 'donation')} in the ledger ${count === 1 ? 'differs from its receipt' : 'differ from their receipts'}.`,
  missing_receipts: (day, count) => `${day}: ${counted(count, 'donation')} ${count === 1 ? 'has' : 'have'} no receipt.`,
  missing_leaves: (day, count) =>
    `${day}: ${counted(count, 'transaction')} ${isOrAre(count)} missing from the public log.`,
  payout_entries: (day, count) =>
    `${day}: ${counted(count, 'payout')} ${count === 1 ? 'differs' : 'differ'} from the donations that ${count === 1 ? 'it covers' : 'they cover'}, or from the ledger.`,
  written_balances: (day) => `${day}: the stored balances of this day are not the sums of its entries.`,
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are');

type CountQuery = RawBuilder<{ count: number }>;

const countOf = async (db: Queryable, query: CountQuery): Promise<number> =>
  (await query.execute(db)).rows[0]?.count ?? 0;

/** Creates, for each kind, a query that counts the transactions posted in a range of times that break its rule. */
const hourQueries = (range: RawBuilder<unknown>, loggedBefore: string): readonly (readonly [DayKind, CountQuery])[] => [
  ['unbalanced_transactions', unbalanced(range)],
  ['donation_entries', differingDonations(range)],
  ['missing_receipts', withoutReceipt(range)],
  [
    'missing_leaves',
    sql`select count(*) as count from ledger_transactions posted
      where ${range} and posted.posted_at < ${loggedBefore} and ${isLogged} and ${hasNoLeaf}`,
  ],
  ['payout_entries', differingPayouts(range)],
];

const unbalanced = (range: RawBuilder<unknown>): CountQuery => sql`
  select count(distinct unbalanced.id) as count from (
    select posted.id from ledger_transactions posted
    left join ledger_entries entry on entry.transaction_id = posted.id
    where ${range} group by posted.id, entry.currency
    having coalesce(sum(entry.amount_minor), 1) <> 0) unbalanced`;

/** Counts settlements whose entries differ from the donation's row. A receipt shows that row. */
const differingDonations = (range: RawBuilder<unknown>): CountQuery => sql`
  select count(*) as count from (
    select posted.id from ledger_transactions posted
    left join donations donation on donation.intent_id = posted.intent_id
    left join ledger_entries entry on entry.transaction_id = posted.id and entry.currency = donation.charge_currency
    where ${range} and posted.cause = 'settlement:' || posted.intent_id
    group by posted.id, donation.charity_id, donation.charge_subtotal_minor, donation.charge_service_fee_minor,
      donation.charge_total_minor
    having donation.charity_id is null
      or ${postedTo(sql`= 'charity:' || donation.charity_id`)} <> -donation.charge_subtotal_minor
      or ${postedTo(sql`= 'service_fee_income'`)} <> -donation.charge_service_fee_minor
      or ${postedTo(sql`like 'clearing:%'`)} <> donation.charge_total_minor) different`;

const postedTo = (account: RawBuilder<unknown>) =>
  sql`coalesce(sum(case when entry.account ${account} then entry.amount_minor end), 0)`;

const withoutReceipt = (range: RawBuilder<unknown>): CountQuery => sql`
  select count(*) as count from ledger_transactions posted
  join donations donation on donation.intent_id = posted.intent_id
  where ${range} and posted.cause = 'settlement:' || posted.intent_id
    and not exists (select 1 from outbox where outbox.dedupe_key = 'receipt:' || donation.id)`;

/** Counts payouts whose amount differs between the ledger, the payout's row and the entries that it covered. */
const differingPayouts = (range: RawBuilder<unknown>): CountQuery => sql`
  select count(*) as count from ledger_transactions posted
  left join payouts payout on posted.cause = 'payout:' || payout.id
  where ${range} and posted.cause like 'payout:%' and (
    payout.id is null
    or payout.received_minor - payout.refunded_minor <> coalesce((
      select sum(entry.amount_minor) from ledger_entries entry
      where entry.transaction_id = posted.id and entry.currency = payout.currency
        and entry.account = 'charity:' || payout.charity_id), 0)
    or payout.received_minor - payout.refunded_minor <> coalesce((
      select sum(entry.amount_minor) from payable_entries entry where entry.payout_id = payout.id), 0) + coalesce((
      select sum(entry.amount_minor) from returned_entries kept
      join payable_entries entry on entry.transaction_id = kept.transaction_id and entry.line = kept.line
      where kept.payout_id = payout.id), 0))`;

async function addSums(db: Queryable, range: RawBuilder<unknown>, sums: Map<string, number>): Promise<void> {
  const { rows } = await sql<{ account: string; currency: string; debit: number; credit: number }>`
    select entry.account, entry.currency,
      cast(sum(case when entry.amount_minor > 0 then entry.amount_minor else 0 end) as bigint) as debit,
      cast(sum(case when entry.amount_minor < 0 then -entry.amount_minor else 0 end) as bigint) as credit
    from ledger_transactions posted join ledger_entries entry on entry.transaction_id = posted.id
    where ${range} group by entry.account, entry.currency`.execute(db);
  for (const { account, currency, debit, credit } of rows) {
    add(sums, `${account} ${currency} debit`, debit);
    add(sums, `${account} ${currency} credit`, credit);
  }
}

const add = (sums: Map<string, number>, key: string, amount: number): unknown =>
  sums.set(key, (sums.get(key) ?? 0) + amount);

/** Counts the balances of a written day that differ from its entries. */
async function countWrongBalances(db: Queryable, day: UtcDay, sums: Map<string, number>): Promise<number> {
  const written = await db.selectFrom('daily_balances').selectAll().where('day', '=', day).execute();
  for (const { account, currency, debit_minor: debit, credit_minor: credit } of written) {
    add(sums, `${account} ${currency} debit`, -debit);
    add(sums, `${account} ${currency} credit`, -credit);
  }
  return [...sums.values()].filter((left) => left !== 0).length;
}
