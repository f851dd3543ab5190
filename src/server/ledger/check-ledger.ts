import { sql, type RawBuilder } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import { balanceRules } from './balance-rules.ts';
import { wholeLedger, type CheckScope, type Rule } from './check-scope.ts';
import { donationDayRules } from './donation-day-rules.ts';
import { movementRules } from './movement-rules.ts';
import { payoutRules } from './payout-rules.ts';
import { providerPayoutRules } from './provider-payout-rules.ts';

export interface LedgerFinding {
  /** The broken rule, in words. */
  readonly rule: string;
  /** What breaks the rule: the id of a row, the cause of a transaction, a currency, or an hour, day or month. */
  readonly subject: string;
}

/** Checks the whole ledger, or a part of it, against every rule; an empty list means that it is correct. */
export async function checkLedger(db: Queryable, scope: CheckScope = wholeLedger): Promise<LedgerFinding[]> {
  const findings: LedgerFinding[] = [];
  for (const [rule, queryIn] of Object.entries(rules)) {
    const { rows } = await queryIn(scope).execute(db);
    findings.push(...rows.map(({ subject }) => ({ rule, subject })));
  }
  return findings;
}

/** Adds up the entries on all accounts that match a pattern, each multiplied by `sign`. */
const postedTo = (account: RawBuilder<unknown>, sign: RawBuilder<unknown>) =>
  sql`coalesce(sum(case when entry.account like ${account} then ${sign} * entry.amount_minor end), 0)`;

/** The columns that a donation copies from its intent. The time zone is not one of them (spec-readings, Rewards). */
const frozenColumns = [
  'charity_id',
  'frozen_charity_name',
  'label',
  'meals',
  'is_recurring',
  'amount_minor',
  'service_fee_minor',
  'currency',
  'charge_subtotal_minor',
  'charge_service_fee_minor',
  'charge_total_minor',
  'charge_currency',
  'exchange_rate',
  'rates_set_on',
];

const differs = (column: string) => sql`${sql.ref(`donation.${column}`)} <> ${sql.ref(`intent.${column}`)}`;

/** True if a transaction was posted for a reversal. Avoids `like`, which matches any character where an id has an underscore. */
const isPostedFor = sql`posted.intent_id = reversal.intent_id
  and substr(posted.cause, 1, length(reversal.kind || reversal.provider || reversal.reversal_id) + 3)
    = reversal.kind || ':' || reversal.provider || ':' || reversal.reversal_id || ':'`;

/** True if a reversal has no open entry in quarantine. An open entry explains why the reversal is not booked as reported. */
const isNotQuarantined = sql`not exists (
  select 1 from quarantined_events entry
  where entry.provider = reversal.provider and entry.event_id = 'reversal:' || reversal.reversal_id and entry.resolved_at is null)`;

/** The sum of a dispute's movements; negative while more has left our balance than came back. */
const moved = sql`coalesce((
  select sum(movement.amount_minor) from reversal_movements movement
  where movement.provider = dispute.provider and movement.reversal_id = dispute.reversal_id), 0)`;

const listsNothing = sql`not exists (
  select 1 from reversal_movements movement
  where movement.provider = dispute.provider and movement.reversal_id = dispute.reversal_id)`;

const everything = sql`1000000000000`; // more than any payment

/** How much of PayPal's reversed captures a dispute explains. A returned dispute in another currency explains all of them. */
const explained = sql`case
  when dispute.is_itemized = 1 and dispute.status = 'returned' and ${listsNothing}
  then case when dispute.currency = intent.charge_currency then dispute.amount_minor else ${everything} end
  else coalesce((
    select -sum(movement.amount_minor) from reversal_movements movement
    where movement.provider = dispute.provider and movement.reversal_id = dispute.reversal_id and movement.amount_minor < 0), 0)
  end`;

/** True if only the decision of a lost dispute says how much it took. */
const isDecided = sql`dispute.is_itemized = 1 and dispute.status = 'lost' and dispute.refunded_minor is not null
  and dispute.currency = intent.charge_currency and ${listsNothing}`;

/** 1 for a reversal that needs review, else 0. */
const quarantined = sql`case when exists (
  select 1 from quarantined_events entry
  where entry.provider = dispute.provider and entry.event_id = 'reversal:' || dispute.reversal_id and entry.resolved_at is null)
  then 1 else 0 end`;

/** For each rule, a query for what breaks it. */
const rules: Readonly<Record<string, Rule>> = {
  'entries of a currency sum to zero': (scope) => sql`
    select entry.currency as subject from ledger_entries entry where ${scope.entry}
    group by entry.currency having sum(entry.amount_minor) <> 0`,
  'entries of a transaction sum to zero in every currency': (scope) => sql`
    select entry.transaction_id as subject from ledger_entries entry where ${scope.entry}
    group by entry.transaction_id, entry.currency having sum(entry.amount_minor) <> 0`,
  'a transaction has entries': (scope) => sql`
    select posted.cause as subject from ledger_transactions posted
    where ${scope.posted} and not exists (select 1 from ledger_entries where transaction_id = posted.id)`,
  'a donation is posted exactly as it was frozen': (scope) => sql`
    select donation.id as subject
    from donations donation
    left join ledger_transactions posted on posted.cause = 'settlement:' || donation.intent_id
    left join ledger_entries entry on entry.transaction_id = posted.id and entry.currency = donation.charge_currency
    where ${scope.donation}
    group by donation.id, donation.charity_id, donation.charge_subtotal_minor, donation.charge_service_fee_minor, donation.charge_total_minor
    having ${postedTo(sql`'charity:' || donation.charity_id`, sql`-1`)} <> donation.charge_subtotal_minor
        or ${postedTo(sql`'service_fee_income'`, sql`-1`)} <> donation.charge_service_fee_minor
        or ${postedTo(sql`'clearing:%'`, sql`1`)} <> donation.charge_total_minor`,
  'a settlement posts only to the provider, the charity and the fee, in the currency of the charge': (scope) => sql`
    select posted.cause as subject
    from ledger_transactions posted
    join donations donation on donation.intent_id = posted.intent_id
    join donation_intents intent on intent.id = posted.intent_id
    join ledger_entries entry on entry.transaction_id = posted.id
    where ${scope.posted} and ${scope.entry} and posted.cause like 'settlement:%' and (entry.currency <> donation.charge_currency
      or entry.account not in ('clearing:' || intent.provider, 'service_fee_income', 'charity:' || donation.charity_id))
    group by posted.cause`,
  'a reversal posts only to the provider, the charity, the fee and our loss, in the currency of the charge': (
    scope,
  ) => sql`
    select posted.cause as subject
    from ledger_transactions posted
    join donation_intents intent on intent.id = posted.intent_id
    join ledger_entries entry on entry.transaction_id = posted.id
    where ${scope.posted} and ${scope.entry} and (posted.cause like 'refund:%' or posted.cause like 'dispute:%')
      and (entry.currency <> intent.charge_currency or entry.account not in (
        'clearing:' || intent.provider, 'service_fee_income', 'dispute_losses', 'charity:' || intent.charity_id))
    group by posted.cause`,
  'a processing fee is posted for a payment, and only to its provider and the fees': (scope) => sql`
    select posted.cause as subject
    from ledger_transactions posted
    left join donation_intents intent on intent.id = posted.intent_id
    join ledger_entries entry on entry.transaction_id = posted.id
    where ${scope.posted} and ${scope.entry} and posted.cause like 'processing\\_fee:%' escape '\\'
      and (intent.id is null or entry.account not in ('clearing:' || intent.provider, 'processing_fees'))
    group by posted.cause`,
  'a donation equals what its intent froze': (scope) => sql`
    select donation.id as subject from donations donation join donation_intents intent on intent.id = donation.intent_id
    where ${scope.donation} and (donation.id <> intent.donation_id or ${sql.join(frozenColumns.map(differs), sql` or `)})`,
  'a donation was paid in full, as the provider reported': (scope) => sql`
    select donation.id as subject from donations donation
    where ${scope.donation} and not exists (
      select 1 from payment_events event
      where event.intent_id = donation.intent_id and event.kind = 'settled'
        and event.collected_minor = donation.charge_total_minor and event.collected_currency = donation.charge_currency)`,
  'the lines of a donation add up': (scope) => sql`
    select donation.id as subject from donations donation
    where ${scope.donation} and charge_subtotal_minor + charge_service_fee_minor <> charge_total_minor`,
  'a settlement belongs to a donation': (scope) => sql`
    select cause as subject from ledger_transactions posted
    where ${scope.posted} and cause like 'settlement:%' and not exists (select 1 from donations where donations.intent_id = posted.intent_id)`,
  'an intent has a donation exactly when it is settled': (scope) => sql`
    select intent.id as subject from donation_intents intent left join donations donation on donation.intent_id = intent.id
    where ${scope.intent}
      and ((intent.status = 'settled' and donation.id is null) or (intent.status <> 'settled' and donation.id is not null))`,
  'an active reversal is posted with its parts, any other with nothing': (scope) => sql`
    select reversal.reversal_id as subject
    from reversals reversal
    left join donation_intents intent on intent.id = reversal.intent_id
    left join ledger_transactions posted on ${isPostedFor}
    left join ledger_entries entry on entry.transaction_id = posted.id and entry.currency = intent.charge_currency
    where ${scope.reversal}
    group by reversal.provider, reversal.reversal_id, reversal.is_active, reversal.taken_minor, reversal.subtotal_minor,
      reversal.service_fee_minor, reversal.loss_minor
    having ${postedTo(sql`'charity:%'`, sql`1`)} <> reversal.subtotal_minor
        or ${postedTo(sql`'service_fee_income'`, sql`1`)} <> reversal.service_fee_minor
        or ${postedTo(sql`'dispute_losses'`, sql`1`)} <> reversal.loss_minor
        or ${postedTo(sql`'clearing:%'`, sql`-1`)} <> reversal.taken_minor
        or reversal.subtotal_minor + reversal.service_fee_minor + reversal.loss_minor <> reversal.taken_minor
        or (reversal.is_active = 0) <> (reversal.taken_minor = 0)`,
  'a reversal is active when the provider reports its money as taken': (scope) => sql`
    select reversal.reversal_id as subject from reversals reversal
    where ${scope.reversal} and reversal.is_itemized = 0 and (
      (reversal.is_active = 1 and (reversal.status not in ('taken', 'lost') or reversal.intent_id is null))
      or (reversal.is_active = 1 and reversal.kind = 'refund' and reversal.taken_minor <> reversal.amount_minor)
      or (reversal.is_active = 0 and reversal.intent_id is not null and reversal.status in ('taken', 'lost')
        and not (reversal.kind = 'dispute' and exists (
          select 1 from reversals dispute
          where dispute.provider = reversal.provider and dispute.payment_id = reversal.payment_id and dispute.is_itemized = 1))
        and ${isNotQuarantined}))`,
  'the disputes of a payment have taken what the provider reports': (scope) => sql`
    select payment.payment_id as subject
    from (
      select dispute.payment_id, sum(dispute.taken_minor) as taken, sum(${moved}) as moved,
        sum(case when dispute.is_itemized = 0 and dispute.status in ('taken', 'lost') then dispute.amount_minor else 0 end)
          - sum(${explained}) as reported,
        sum(case when ${isDecided} then dispute.amount_minor else 0 end) as decided,
        sum(case when ${isDecided} then dispute.refunded_minor else 0 end) as refunded
      from reversals dispute join donation_intents intent on intent.id = dispute.intent_id
      where dispute.kind = 'dispute' and ${scope.dispute}
      group by dispute.provider, dispute.payment_id
      having sum(${quarantined}) = 0
    ) payment
    where taken + moved <> case
      when reported <= 0 then 0
      when reported <= refunded or decided <= refunded then reported
      when reported <= decided then refunded
      else reported - decided + refunded end`,
  'a dispute whose money is gone is neither an inquiry nor returned': (scope) => sql`
    select reversal.reversal_id as subject from reversals reversal
    where ${scope.reversal} and reversal.is_itemized = 1 and reversal.taken_minor > 0 and reversal.status in ('noted', 'returned')
      and ${isNotQuarantined}`,
  'no more is reversed than was paid': (scope) => sql`
    select donation.id as subject from donations donation
    join reversals reversal on reversal.intent_id = donation.intent_id and reversal.is_active = 1
    where ${scope.donation}
    group by donation.id, donation.charge_subtotal_minor, donation.charge_total_minor
    having sum(reversal.subtotal_minor + reversal.service_fee_minor) > donation.charge_total_minor
      or sum(reversal.subtotal_minor) > donation.charge_subtotal_minor`,
  'only what exceeds a donation is a dispute loss': (scope) => sql`
    select donation.id as subject from donations donation
    join reversals reversal on reversal.intent_id = donation.intent_id
    where ${scope.donation}
    group by donation.id, donation.charge_total_minor
    having sum(reversal.loss_minor) > 0
      and sum(reversal.subtotal_minor + reversal.service_fee_minor) <> donation.charge_total_minor`,
  'a posted reversal belongs to a known reversal': (scope) => sql`
    select cause as subject from ledger_transactions posted
    where ${scope.posted} and (cause like 'refund:%' or cause like 'dispute:%') and not exists (
      select 1 from reversals reversal where ${isPostedFor})`,
  'a donation has its receipt in the outbox': (scope) => sql`
    select donation.id as subject from donations donation
    where ${scope.donation} and not exists (select 1 from outbox where outbox.dedupe_key = 'receipt:' || donation.id)`,
  ...payoutRules,
  ...providerPayoutRules,
  ...movementRules,
  ...balanceRules,
  ...donationDayRules,
};
