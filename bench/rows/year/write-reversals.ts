import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Engine } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import { daysLater, sameId } from './sql-texts.ts';

/** Refunds one in a hundred card donations after three days, and disputes one in 500. The newest disputes are undecided. */
export async function writeReversals(db: Kysely<Tables>, engine: Engine, now: Date): Promise<void> {
  for (const statement of reversals(engine, now)) await statement.execute(db);
}

const dayMs = 24 * 60 * 60 * 1000;

function reversals(engine: Engine, now: Date): readonly RawBuilder<unknown>[] {
  const daysAgo = (days: number) => sql.lit(new Date(now.getTime() - days * dayMs).toISOString());
  const at = daysLater(engine, sql`intent.updated_at`, 3);
  const number = sql`cast(substr(intent.id, 21) as bigint)`;
  const chosen = (share: RawBuilder<unknown>) =>
    sql`from donation_intents intent where intent.status = 'settled' and intent.provider = 'stripe'
      and intent.updated_at < ${daysAgo(4)} and ${share}`;
  const refunded = chosen(sql`(${number} / 17) % 100 = 1`);
  const disputed = chosen(sql`(${number} / 17) % 500 = 2`);
  const isUndecided = sql`intent.updated_at >= ${daysAgo(18)}`;
  const columns = sql`provider, reversal_id, kind, payment_id, intent_id, status, amount_minor, currency, is_active, is_itemized,
    taken_minor, subtotal_minor, service_fee_minor, loss_minor, postings, occurred_at, updated_at, donation_id, donated_at,
    charge_total_minor`;
  const money = sql`charge_total_minor, charge_subtotal_minor, charge_service_fee_minor, 0, 1, ${at}, ${at},
    donation_id, intent.updated_at, charge_total_minor`;
  return [
    sql`insert into reversals (${columns})
      select provider, ${sameId('re', sql`id`)}, 'refund', provider_payment_id, id, 'taken', charge_total_minor, charge_currency,
        1, 0, ${money} ${refunded}
      union all
      select provider, ${sameId('dp', sql`id`)}, 'dispute', provider_payment_id, id,
        case when ${isUndecided} then 'taken' else 'lost' end, charge_total_minor, charge_currency, 1, 1, ${money} ${disputed}`,
    sql`insert into reversal_events (provider, event_id, reversal_id, fact, amount_minor, currency, occurred_at, received_at)
      select provider, 'evt_' || reversal_id, reversal_id, status, amount_minor, currency, occurred_at, updated_at from reversals`,
    sql`insert into reversal_movements (provider, movement_id, reversal_id, amount_minor, currency, occurred_at)
      select provider, 'txn_' || reversal_id, reversal_id, -amount_minor, currency, occurred_at from reversals where kind = 'dispute'`,
    sql`insert into ledger_transactions (id, cause, intent_id, occurred_at, posted_at)
      select ${transactionId}, kind || ':' || provider || ':' || reversal_id || ':1', intent_id, occurred_at, updated_at from reversals`,
    sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
      select ${transactionId}, 1, 'clearing:' || reversals.provider, -taken_minor, reversals.currency from reversals union all
      select ${transactionId}, 2, 'charity:' || charity_id, subtotal_minor, reversals.currency
        from reversals join donations on donations.intent_id = reversals.intent_id union all
      select ${transactionId}, 3, 'service_fee_income', reversals.service_fee_minor, reversals.currency from reversals`,
  ];
}

/** The settlement's id, with an `r` in place of its first zero. */
const transactionId = sql`'ltx_r' || substr(reversals.intent_id, 6)`;
