import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Engine } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { GrowthSize } from './growth-size.ts';
import { instantIn } from './write-people.ts';
import { instantOf, numberedId, sameId } from './sql-texts.ts';

const intentsAtOnce = 100_000;

/**
 * Writes a year of payments up to now, oldest first. Of 100 payments, 94 are settled, 15 use PayPal, and 50 are by donors with an
 * account. A multiplication scatters the numbers in ids, because real ids are random.
 */
export async function writeIntents(db: Kysely<Tables>, engine: Engine, size: GrowthSize): Promise<void> {
  for (let from = 1; from <= size.intents; from += intentsAtOnce)
    await intentsBetween(engine, size, from, Math.min(from + intentsAtOnce - 1, size.intents)).execute(db);
}

function intentsBetween(engine: Engine, size: GrowthSize, from: number, to: number): RawBuilder<unknown> {
  const { intents, donors, startsAt, seconds } = size;
  const openedAt = sql`${sql.lit(startsAt)} + cast(i as double precision) * ${sql.lit(seconds)} / ${sql.lit(intents)}`;
  const firstOpenIntent = sql.lit(intents - Math.ceil(intents / 1000)); // the payment pages of earlier intents have expired
  return sql`
    insert into donation_intents (id, donation_id, idempotency_key, request_hash, version, status, provider, donor_id,
      provider_session_id, session_number, provider_payment_id, plan_id, expires_at, charity_id, label, items, meals,
      is_recurring, amount_minor, service_fee_minor, currency, charge_subtotal_minor, charge_service_fee_minor,
      charge_total_minor, charge_currency, exchange_rate, rates_set_on, time_zone, success_url, cancel_url, created_at, updated_at)
    with recursive numbers(i) as (
      select cast(${sql.lit(from)} as bigint) union all select i + 1 from numbers where i < ${sql.lit(to)}),
    scattered as (select i, (i * 618970019) % 1000000007 as h from numbers),
    drawn as (
      select i, h, (h / 7) % 100 < 15 as is_paypal, (h / 3) % 100 as outcome, 1 + (h / 5) % 40 as snacks,
        case when (h / 11) % 2 = 0 then 1000000000 + (h / 22) % ${sql.lit(donors)} end as donor,
        ${openedAt} as opened
      from scattered),
    priced as (
      select drawn.*, donor % 5 = 0 and not is_paypal as is_monthly, snacks * 100 as base,
        case when is_paypal then snacks * 100 else snacks * 136 end as subtotal
      from drawn)
    select ${numberedId('int', sql`h`)}, ${numberedId('don', sql`h`)}, null, ${sql.lit('0'.repeat(64))}, 2,
      case when outcome < 94 then 'settled' when outcome = 94 then 'failed'
        when i > ${firstOpenIntent} then 'pending' else 'expired' end,
      case when is_paypal then 'paypal' else 'stripe' end,
      case when donor is not null then ${numberedId('usr', sql`donor`)} end,
      ${numberedId('cs_test', sql`h`)}, 1, case when outcome < 94 then ${numberedId('pi', sql`h`)} end,
      case when is_monthly then ${numberedId('pln', sql`donor`)} end,
      ${instantOf(engine, sql`opened + 86400`)}, 5 + (h / 13) % 5, cast(snacks as text) || ' × Candy Bar', '[]', snacks,
      case when is_monthly then 1 else 0 end,
      base, base / 10, 'USD', subtotal, (subtotal + 5) / 10, subtotal + (subtotal + 5) / 10,
      case when is_paypal then 'USD' else 'CAD' end, case when is_paypal then '1' else '1.36' end, '2026-01-01',
      'America/Toronto', '', '', ${instantOf(engine, sql`opened`)}, ${instantOf(engine, sql`opened + 120`)}
    from priced`;
}

/** Writes everything that the product stores when these payments settle, and their processing fees, a week at a time. */
export async function writeSettlements(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  for (let week = 0; week < weeks; week += 1) {
    // the last week includes the payments of the year's last instant
    const [from, until] = [week, week + 1].map((end) => sql.lit(instantIn(size, end === weeks ? 2 : end / weeks)));
    for (const statement of settlements(sql`intent.created_at >= ${from} and intent.created_at < ${until}`))
      await statement.execute(db);
  }
  for (const statement of plans) await statement.execute(db);
}

const weeks = 52;

const id = sql`intent.id`;
/** The `f` makes these ids differ from those of settlements. */
const feeId = sql`'ltx_f' || substr(intent.id, 6)`;
const feeMinor = sql`charge_total_minor * 29 / 1000 + 30`;

function settlements(isInWeek: RawBuilder<unknown>): readonly RawBuilder<unknown>[] {
  const settled = sql`from donation_intents intent where intent.status = 'settled' and ${isInWeek}`;
  const entry = (account: RawBuilder<unknown>, line: number, minor: RawBuilder<unknown>) =>
    sql`select ${sameId('ltx', id)}, ${sql.lit(line)}, ${account}, ${minor}, charge_currency ${settled}`;
  return [
    sql`insert into payment_events (provider, event_id, intent_id, session_id, kind, collected_minor, collected_currency,
      occurred_at, received_at)
    select provider, ${sameId('evt', id)}, id, provider_session_id, status,
      case when status = 'settled' then charge_total_minor end, case when status = 'settled' then charge_currency end,
      updated_at, updated_at from donation_intents intent where status <> 'pending' and ${isInWeek}`,
    sql`insert into donations (id, intent_id, donor_id, charity_id, label, meals, is_recurring, amount_minor, service_fee_minor,
      currency, charge_subtotal_minor, charge_service_fee_minor, charge_total_minor, charge_currency, exchange_rate,
      rates_set_on, donated_at, donated_on, time_zone)
    select donation_id, id, donor_id, charity_id, label, meals, is_recurring, amount_minor, service_fee_minor, currency,
      charge_subtotal_minor, charge_service_fee_minor, charge_total_minor, charge_currency, exchange_rate, rates_set_on,
      updated_at, substr(updated_at, 1, 10), time_zone ${settled}`,
    sql`insert into ledger_transactions (id, cause, intent_id, occurred_at, posted_at)
    select ${sameId('ltx', id)}, 'settlement:' || id, id, updated_at, updated_at ${settled}
    union all
    select ${feeId}, 'processing_fee:stripe:' || ${sameId('txn', id)}, id, updated_at, updated_at ${settled} and provider = 'stripe'`,
    sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
    ${entry(sql`'clearing:' || provider`, 1, sql`charge_total_minor`)} union all
    ${entry(sql`'charity:' || charity_id`, 2, sql`-charge_subtotal_minor`)} union all
    ${entry(sql`'service_fee_income'`, 3, sql`-charge_service_fee_minor`)}`,
    sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
    select ${feeId}, 1, 'processing_fees', ${feeMinor}, charge_currency ${settled} and provider = 'stripe' union all
    select ${feeId}, 2, 'clearing:stripe', -(${feeMinor}), charge_currency ${settled} and provider = 'stripe'`,
    sql`insert into outbox (id, kind, payload, dedupe_key, about, status, run_at, attempts, unavailable_attempts, created_at)
    select ${sameId('out', id)}, 'receipt', '{"donationId":"' || donation_id || '"}', 'receipt:' || donation_id, donation_id,
      'done', updated_at, 1, 0, updated_at ${settled}`,
    sql`insert into payer_emails (intent_id, email, email_key, paid_at)
    select id, 'guest' || substr(id, 24) || '@mail.example', 'guest' || substr(id, 24) || '@mail.example', updated_at
    ${settled} and donor_id is null`,
    sql`insert into payment_cards (intent_id, brand, last_four, paid_at)
    select id, 'visa', substr(id, 27), updated_at ${settled} and provider = 'stripe'`,
  ];
}

const plans: readonly RawBuilder<unknown>[] = [
  sql`insert into plans (id, donor_id, intent_id, provider, subscription_id, customer_id, status, terms_number, next_charge_at,
      card, time_zone, started_at, version, updated_at)
    select plan_id, max(donor_id), min(id), 'stripe', 'sub_' || plan_id, 'cus_' || plan_id,
      case when count(*) % 20 = 0 then 'past_due' else 'active' end, 1, max(expires_at), 'Visa •••• 4242', max(time_zone),
      min(created_at), 1, max(updated_at)
    from donation_intents where plan_id is not null group by plan_id`,
  sql`insert into plan_terms (plan_id, number, charity_id, label, items, meals, amount_minor, service_fee_minor, currency,
      charge_subtotal_minor, charge_service_fee_minor, charge_total_minor, charge_currency, exchange_rate, rates_set_on, agreed_at)
    select plans.id, 1, charity_id, label, items, meals, amount_minor, service_fee_minor, currency, charge_subtotal_minor,
      charge_service_fee_minor, charge_total_minor, charge_currency, exchange_rate, rates_set_on, started_at
    from plans join donation_intents intent on intent.id = plans.intent_id`,
];
