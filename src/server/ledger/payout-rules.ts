import { sql, type RawBuilder } from 'kysely';
import type { Rule } from './check-scope.ts';

/** True if the entries joined to a payout differ from `share` times its sums. With a `share` of 0, true if there are any. */
const differsFromSums = (share: RawBuilder<unknown>) => sql`
  coalesce(sum(case when entry.is_reversal = 0 then entry.amount_minor else 0 end), 0) <> payout.received_minor * ${share}
  or coalesce(sum(case when entry.is_reversal = 1 then -entry.amount_minor else 0 end), 0) <> payout.refunded_minor * ${share}
  or coalesce(sum(1 - entry.is_reversal), 0) <> payout.donations * ${share}`;

/** For each rule about payouts, a query for what breaks it. */
export const payoutRules: Readonly<Record<string, Rule>> = {
  'a paid payout is posted from the bank to the charity with its amount, any other with nothing': (scope) => sql`
    select payout.id as subject
    from payouts payout
    join payout_batches batch on batch.id = payout.batch_id
    left join ledger_transactions posted on posted.cause = 'payout:' || payout.id
    left join ledger_entries entry on entry.transaction_id = posted.id
    where ${scope.payout}
    group by payout.id, payout.charity_id, payout.currency, payout.received_minor, payout.refunded_minor, batch.status
    having sum(case when entry.account = 'charity:' || payout.charity_id and entry.currency = payout.currency
        then entry.amount_minor else 0 end)
        <> case when batch.status = 'paid' then payout.received_minor - payout.refunded_minor else 0 end
      or count(entry.line) <> case when batch.status = 'paid' then 2 else 0 end
      or sum(case when entry.account = 'bank' then 1 else 0 end) <> case when batch.status = 'paid' then 1 else 0 end`,
  'a posted payout belongs to a known payout': (scope) => sql`
    select posted.cause as subject from ledger_transactions posted
    where ${scope.posted} and posted.cause like 'payout:%'
      and not exists (select 1 from payouts where 'payout:' || payouts.id = posted.cause)`,
  'a payout is the sum of the entries that it covers, and a canceled or returned one covers none': (scope) => sql`
    select payout.id as subject
    from (
      select payouts.*, case when batch.status = 'canceled' or returned.payout_id is not null then 0 else 1 end as is_kept
      from payouts
      join payout_batches batch on batch.id = payouts.batch_id
      left join payout_returns returned on returned.payout_id = payouts.id
    ) payout
    left join payable_entries entry on entry.payout_id = payout.id
    where ${scope.payout}
    group by payout.id, payout.received_minor, payout.refunded_minor, payout.donations, payout.is_kept
    having ${differsFromSums(sql`payout.is_kept`)}`,
  'a returned payout is the sum of the entries that it covered': (scope) => sql`
    select payout.id as subject
    from payout_returns returned
    join payouts payout on payout.id = returned.payout_id
    left join returned_entries kept on kept.payout_id = payout.id
    left join payable_entries entry on entry.transaction_id = kept.transaction_id and entry.line = kept.line
    where ${scope.payout}
    group by payout.id, payout.received_minor, payout.refunded_minor, payout.donations
    having ${differsFromSums(sql`1`)}`,
  'a returned payout was paid, and is posted from the charity to the bank with its amount': (scope) => sql`
    select payout.id as subject
    from payout_returns returned
    join payouts payout on payout.id = returned.payout_id
    join payout_batches batch on batch.id = payout.batch_id
    left join ledger_transactions posted on posted.cause = 'payout_return:' || payout.id
    left join ledger_entries entry on entry.transaction_id = posted.id
    where ${scope.payout}
    group by payout.id, payout.charity_id, payout.currency, payout.received_minor, payout.refunded_minor, batch.status
    having batch.status <> 'paid'
      or sum(case when entry.account = 'charity:' || payout.charity_id and entry.currency = payout.currency
        then -entry.amount_minor else 0 end) <> payout.received_minor - payout.refunded_minor
      or count(entry.line) <> 2
      or sum(case when entry.account = 'bank' then 1 else 0 end) <> 1`,
  'a posted return belongs to a returned payout': (scope) => sql`
    select posted.cause as subject from ledger_transactions posted
    where ${scope.posted} and posted.cause like 'payout\\_return:%' escape '\\'
      and not exists (select 1 from payout_returns returned where 'payout_return:' || returned.payout_id = posted.cause)`,
  'an entry that payouts may cover equals its ledger entry': (scope) => sql`
    select copy.transaction_id as subject
    from payable_entries copy
    join ledger_transactions posted on posted.id = copy.transaction_id
    join ledger_entries entry on entry.transaction_id = copy.transaction_id and entry.line = copy.line
    left join payouts payout on payout.id = copy.payout_id
    where ${scope.copy} and (entry.account <> 'charity:' || copy.charity_id or entry.currency <> copy.currency
      or entry.amount_minor <> -copy.amount_minor or posted.intent_id <> copy.intent_id
      or posted.posted_at <> copy.posted_at
      or (posted.cause like 'settlement:%') <> (copy.is_reversal = 0)
      or (payout.id is not null and (payout.charity_id <> copy.charity_id or payout.currency <> copy.currency)))`,
  'every entry of a charity can be covered by payouts, from the next hour on': (scope) => sql`
    select posted.cause as subject
    from ledger_transactions posted
    join ledger_entries entry on entry.transaction_id = posted.id and entry.account like 'charity:%'
    where ${scope.posted} and ${scope.entry} and posted.intent_id is not null
      and not exists (
        select 1 from payable_entries copy where copy.transaction_id = entry.transaction_id and copy.line = entry.line)
      and substr(posted.posted_at, 1, 13) < (select substr(max(posted_at), 1, 13) from payable_entries)`,
  'a charity’s account has only donations, their reversals, and payouts': (scope) => sql`
    select posted.cause as subject
    from ledger_transactions posted
    join ledger_entries entry on entry.transaction_id = posted.id and entry.account like 'charity:%'
    where ${scope.posted} and posted.intent_id is null and posted.cause not like 'payout:%' and posted.cause not like 'payout_return:%'`,
};
