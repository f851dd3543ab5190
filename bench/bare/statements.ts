/**
 * The product's statements, written by hand. Change them together with the product's queries: the ratio means something only
 * while both programs run the same statements.
 */
export const snacksText = 'select id, name, price_minor, meals from snacks order by position';

/** Columns of an intent, in the order of its values. */
export const intentColumns = [
  'id',
  'donation_id',
  'idempotency_key',
  'request_hash',
  'version',
  'status',
  'provider',
  'donor_id',
  'provider_session_id',
  'session_number',
  'provider_payment_id',
  'browser_key_hash',
  'plan_id',
  'checkout_url',
  'expires_at',
  'charity_id',
  'frozen_charity_name',
  'label',
  'items',
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
  'time_zone',
  'success_url',
  'cancel_url',
  'created_at',
  'updated_at',
] as const;

const paymentEventColumns =
  'provider, event_id, intent_id, session_id, kind, collected_minor, collected_currency, occurred_at, received_at';

const donationColumns = `id, intent_id, donor_id, charity_id, frozen_charity_name, label, meals, is_recurring, amount_minor, service_fee_minor, currency,
  charge_subtotal_minor, charge_service_fee_minor, charge_total_minor, charge_currency, exchange_rate, rates_set_on,
  donated_at, donated_on, time_zone`;

const outboxColumns =
  'id, kind, payload, dedupe_key, status, run_at, attempts, locked_until, last_error, created_at, about';

/** A list of `count` parameters. */
const row = (count: number): string => `(${Array.from({ length: count }, () => '?').join(', ')})`;

/** SQL for the part of a donation's charge that was reversed. */
const reversedSum = `coalesce((select cast(sum(r.subtotal_minor + r.service_fee_minor) as bigint) from reversals r
  where r.intent_id = donations.intent_id and r.is_active = 1), 0)`;
const donations = `(select charity_id, donated_on, amount_minor, meals, charge_total_minor, ${reversedSum} as reversed_minor from donations
  where donor_id = ? limit 1000000000) as donation`;
const remainingAmount =
  '(amount_minor - (2 * amount_minor * reversed_minor + charge_total_minor) / (2 * charge_total_minor))';
const remainingMeals = '(meals * (charge_total_minor - reversed_minor) / charge_total_minor)';

/** Every statement by name, with `?` for each parameter. */
export const statements = {
  insertIntent: `insert into donation_intents (${intentColumns.join(', ')}) values ${row(intentColumns.length)}
    on conflict (idempotency_key) do nothing returning id`,
  saveSession: `update donation_intents set provider_session_id = ?, checkout_url = ?, expires_at = ?, version = version + 1,
    updated_at = ? where id = ? and (provider_session_id is null or provider_session_id = ?) returning id`,
  findIntent: 'select * from donation_intents where id = ?',
  insertPaymentEvent: `insert into payment_events (${paymentEventColumns}) values ${row(9)}
    on conflict (provider, event_id) do nothing returning event_id`,
  findFacts: 'select kind from payment_events where intent_id = ? and session_id = ?',
  updateIntent: `update donation_intents set status = ?, provider_session_id = ?, provider_payment_id = ?, version = ?,
    updated_at = ? where id = ? and version = ? returning id`,
  insertDonation: `insert into donations (${donationColumns}) values ${row(20)}`,
  insertLedgerTransaction: `insert into ledger_transactions (id, cause, intent_id, occurred_at, posted_at) values ${row(5)}`,
  insertLedgerEntries: `insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
    values ${row(5)}, ${row(5)}, ${row(5)}`,
  findPendingReversal:
    'select reversal_id from reversals where provider = ? and payment_id = ? and intent_id is null limit 1',
  findSession: `select u.id, u.username, u.email, u.first_name, u.last_name, u.country, u.time_zone, u.staff_role, u.created_at,
    s.token_hash, s.seen_at from sessions s join users u on u.id = s.user_id where s.token_hash = ? and s.expires_at > ?`,
  sumImpact: `select cast(coalesce(sum(${remainingAmount}), 0) as bigint) as amount_minor,
    cast(coalesce(sum(${remainingMeals}), 0) as bigint) as meals,
    count(*) as donations_count, count(distinct charity_id) as charities_count from ${donations} where ${remainingAmount} > 0`,
  listDonations: `select donation.id, label, amount_minor, donated_at, is_recurring, charge_total_minor, coalesce(donation.frozen_charity_name, c.name) as charity_name,
    ${remainingAmount} as remaining_minor, ${remainingMeals} as meals, reversed_minor, is_disputed from (
      select id, charity_id, frozen_charity_name, label, amount_minor, meals, donated_at, is_recurring, charge_total_minor, ${reversedSum} as reversed_minor,
        case when exists (select 1 from reversals r where r.intent_id = donations.intent_id and r.is_active = 1
          and r.kind = 'dispute' and r.subtotal_minor + r.service_fee_minor > 0) then 1 else 0 end as is_disputed
      from donations where donor_id = ? and (donated_at, id) < (?, ?) order by donated_at desc, id desc limit 1001) as donation
    join charities c on c.id = donation.charity_id order by donated_at desc, donation.id desc`,
  findDonationDays: `select donated_on, charity_id, cast(sum(${remainingAmount}) as bigint) as amount_minor from ${donations}
    where ${remainingAmount} > 0 group by donated_on, charity_id`,
  insertOutbox: `insert into outbox (${outboxColumns}) values ${row(11)} on conflict (dedupe_key) do nothing`,
} as const;

export type StatementName = keyof typeof statements;

/** A parameter of a type that both engines accept. */
export type Value = string | number | null;

/** A statement with its parameters. */
export type Step = readonly [StatementName, readonly Value[]];

export type Row = Readonly<Record<string, Value>>;

/** The statements of a transaction, in order. Each `yield` returns the statement's rows; the engine decides how to run them. */
export type Steps = Generator<Step, void, readonly Row[]>;

/** A database driver without anything around it. */
export interface BareStore {
  /** Runs a query without parameters. */
  query(text: string): Promise<readonly Row[]>;
  /** Runs one statement without a transaction. */
  run(step: Step): Promise<readonly Row[]>;
  /** Runs the steps as one transaction. */
  transact(steps: Steps): Promise<void>;
  close(): Promise<void>;
}
