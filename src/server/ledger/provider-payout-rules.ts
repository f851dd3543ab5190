import { sql, type RawBuilder } from 'kysely';
import type { Rule } from './check-scope.ts';

const postedMinor = (cause: RawBuilder<unknown>) => sql`coalesce((
  select sum(entry.amount_minor) from ledger_transactions posted
  join ledger_entries entry on entry.transaction_id = posted.id
  where posted.cause = ${cause} and entry.account = 'bank' and entry.currency = payout.currency
    and exists (
      select 1 from ledger_entries other where other.transaction_id = posted.id
        and other.account = 'clearing:' || payout.provider and other.currency = payout.currency
        and other.amount_minor = -entry.amount_minor)), 0)`;

const causeOfPayout = sql`'provider_payout:' || payout.provider || ':' || payout.payout_id`;

/** For each rule about providers' payouts to our bank, a query for what breaks it. */
export const providerPayoutRules: Readonly<Record<string, Rule>> = {
  "a provider's payout is posted to the bank with its amount, and back if it was returned": () => sql`
    select payout.payout_id as subject from provider_payouts payout
    where ${postedMinor(causeOfPayout)} <> payout.amount_minor
      or ${postedMinor(sql`${causeOfPayout} || ':returned'`)}
        <> case when payout.return_movement_id is null then 0 else -payout.amount_minor end`,
  "a posted provider's payout belongs to a known payout": (scope) => sql`
    select posted.cause as subject from ledger_transactions posted
    where ${scope.posted} and posted.cause like 'provider\\_payout:%' escape '\\' and not exists (
      select 1 from provider_payouts payout
      where posted.cause in (${causeOfPayout}, ${causeOfPayout} || ':returned'))`,
};
