import { sql, type Kysely } from 'kysely';
import type { Tables } from '#server/db/tables.ts';
import type { GrowthSize } from './growth-size.ts';
import { idOf, insertAll } from './insert-all.ts';
import { instantIn } from './write-people.ts';

/** Writes reconciliation runs, quarantined events, dead jobs, balance comparisons and provider movements. */
export async function writeOperations(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  const at = (index: number, count: number): string => instantIn(size, (index + 1) / count);
  const count = Math.max(400, Math.ceil(size.donations / 10)); // with a million donations, about one every five minutes
  await insertAll(db, 'reconciliation_runs', count, (index) => ({
    id: idOf('rec', index),
    scope: index % 288 === 0 ? 'recent' : 'open',
    status: 'finished',
    since: at(index, count),
    started_at: at(index, count),
    finished_at: at(index, count),
    result: '{"unknownAtProvider":[],"missingPermissions":[]}',
  }));
  const quarantined = Math.ceil(size.donations / 1000);
  await insertAll(db, 'quarantined_events', quarantined, (index) => ({
    provider: 'stripe',
    event_id: `evt_quarantined_${index}`,
    reason: 'unknown_status',
    detail: '{"sessionId":"cs_unknown"}',
    intent_id: null,
    quarantined_at: at(index, quarantined),
    resolved_at: index < quarantined - reviewCount ? at(index, quarantined) : null,
  }));
  await sql`update outbox set status = 'dead', last_error = 'refused'
    where id in (select id from outbox order by run_at desc limit ${sql.lit(reviewCount)})`.execute(db);
  await insertAll(db, 'balance_comparisons', daysOfYear, (index) => ({
    provider: 'stripe',
    currency: 'CAD',
    compared_at: at(index, daysOfYear),
    as_of: at(index, daysOfYear),
    available_minor: 1,
    pending_minor: 0,
    ledger_minor: 1,
    unbooked_minor: 0,
  }));
  await insertAll(db, 'provider_movements', daysOfYear, (index) => ({
    provider: 'stripe',
    movement_id: `txn_other_${index}`,
    kind: 'stripe_fee',
    amount_minor: -100,
    currency: 'CAD',
    description: null,
    source_id: null,
    disputed_payment_id: null,
    occurred_at: at(index, daysOfYear),
    resolved_at: index < daysOfYear - reviewCount ? at(index, daysOfYear) : null,
    ledger_cause: null,
  }));
}

const reviewCount = 20;
const daysOfYear = 365;
