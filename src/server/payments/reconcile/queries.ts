import type { NotNull } from 'kysely';
import type { PaymentEvent, PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, ReconciliationRunRow } from '#server/db/tables.ts';

/** Finds the creation time of the oldest open intent created after an instant; undefined if none is open. */
export async function findOldestOpenIntent(
  db: Queryable,
  provider: PaymentProvider,
  after: Date,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('donation_intents')
    .select('created_at')
    .where('provider', '=', provider)
    .where('status', 'in', ['pending', 'processing'])
    .where('created_at', '>', after.toISOString()) // messages report the outcome of an older one, such as a slow bank debit
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && new Date(row.created_at);
}

/** Finds the intents that events name, by intent id and by session id. */
export async function findIntents(
  db: Queryable,
  events: readonly PaymentEvent[],
): Promise<ReadonlyMap<string, DonationIntentRow>> {
  const intentIds = events.flatMap((event) => event.intentId ?? []);
  const sessionIds = events.map((event) => event.sessionId);
  const rows = await db
    .selectFrom('donation_intents')
    .selectAll()
    .where((e) =>
      e.or([e('provider_session_id', 'in', sessionIds), ...(intentIds.length > 0 ? [e('id', 'in', intentIds)] : [])]),
    )
    .execute();
  return new Map(rows.flatMap((row) => [[row.id, row] as const, [row.provider_session_id ?? row.id, row] as const]));
}

/** An open intent with a session or order at its provider. */
export type OpenIntent = DonationIntentRow & { readonly provider_session_id: string };

/** Finds the open intents with a session or order at the provider, created after an instant; oldest first. */
export const findOpenIntents = (
  db: Queryable,
  provider: PaymentProvider,
  after: Date,
): Promise<readonly OpenIntent[]> =>
  db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('status', 'in', ['pending', 'processing'])
    .where('provider_session_id', 'is not', null)
    .where('created_at', '>', after.toISOString())
    .orderBy('created_at')
    .$narrowType<{ provider_session_id: NotNull }>()
    .execute();

/** Finds the intents of payments, by the provider's payment id. */
export async function findIntentsByPayment(
  db: Queryable,
  provider: PaymentProvider,
  paymentIds: readonly string[],
): Promise<ReadonlyMap<string, DonationIntentRow>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('donation_intents')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_payment_id', 'in', paymentIds)
    .$narrowType<{ provider_payment_id: NotNull }>()
    .execute();
  return new Map(rows.map((row) => [row.provider_payment_id, row]));
}

/** Returns those of the given event ids that we have stored. */
export async function findKnownEvents(
  db: Queryable,
  provider: PaymentProvider,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider) // the first column of the primary key
    .where('event_id', 'in', eventIds)
    .execute();
  return new Set(rows.map((row) => row.event_id));
}

/** Returns true if we have stored the same fact about the same session or order, from any message. */
export async function hasReportedFact(db: Queryable, { provider, sessionId, fact }: PaymentEvent): Promise<boolean> {
  const row = await db
    .selectFrom('payment_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('session_id', '=', sessionId)
    .where('kind', '=', fact.kind)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds the settled intents created after one instant and last updated before another. */
export const findSettledIntents = (
  db: Queryable,
  period: { readonly provider: PaymentProvider; readonly after: Date; readonly before: Date },
): Promise<Pick<DonationIntentRow, 'id' | 'provider_session_id' | 'provider_payment_id'>[]> =>
  db
    .selectFrom('donation_intents')
    .select(['id', 'provider_session_id', 'provider_payment_id'])
    .where('provider', '=', period.provider)
    .where('status', '=', 'settled')
    .where('created_at', '>=', period.after.toISOString())
    .where('updated_at', '<', period.before.toISOString())
    .execute();

/** Expires pending intents without a session, an hour after their `expires_at`. Returns how many there were. */
export async function lapseIntents(db: Database, provider: PaymentProvider, now: Date): Promise<number> {
  const lapsed = await db.write
    .updateTable('donation_intents')
    .set((e) => ({ status: 'expired', version: e('version', '+', 1), updated_at: now.toISOString() }))
    .where('provider', '=', provider)
    .where('status', '=', 'pending')
    .where('provider_session_id', 'is', null)
    .where('expires_at', '<', new Date(now.getTime() - lapseMs).toISOString())
    .returning('id')
    .execute();
  return lapsed.length;
}

const lapseMs = 60 * 60 * 1000;

/** Finds the statuses of the reversals that we know, by reversal id. */
export async function findReversalStatuses(
  db: Queryable,
  provider: PaymentProvider,
  reversalIds: readonly string[],
): Promise<ReadonlyMap<string, ReversalFact>> {
  const rows = await db
    .selectFrom('reversals')
    .select(['reversal_id', 'status'])
    .where('provider', '=', provider)
    .where('reversal_id', 'in', reversalIds)
    .execute();
  return new Map(rows.map((row) => [row.reversal_id, row.status]));
}

/** Finds the ids of active refunds that were made between two instants. */
export async function findActiveRefunds(
  db: Queryable,
  provider: PaymentProvider,
  made: { readonly after: Date; readonly before: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reversals')
    .select('reversal_id')
    .where('provider', '=', provider)
    .where('kind', '=', 'refund')
    .where('is_active', '=', 1)
    .where('occurred_at', '>=', made.after.toISOString())
    .where('occurred_at', '<', made.before.toISOString())
    .execute();
  return rows.map((row) => row.reversal_id);
}

/** Finds the ids of disputes that are undecided and moved after one instant, or whose state changed after another. */
export async function findDisputesToFetch(
  db: Queryable,
  provider: PaymentProvider,
  after: { readonly moved: Date; readonly changed: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reversals')
    .select('reversal_id')
    .where('provider', '=', provider)
    .where('is_itemized', '=', 1)
    .where((e) =>
      e.or([
        e.and([e('status', 'in', ['noted', 'taken']), e('occurred_at', '>=', after.moved.toISOString())]),
        e('updated_at', '>=', after.changed.toISOString()),
      ]),
    )
    .execute();
  return rows.map((row) => row.reversal_id);
}

/** Finds settled payments with unbooked reversals: a server stopped between the settlement and the booking. */
export const findSettledButUnbooked = (db: Queryable): Promise<Pick<ReversalEvent, 'provider' | 'paymentId'>[]> =>
  db
    .selectFrom('reversals')
    .select(['provider', 'payment_id as paymentId'])
    .where('intent_id', 'is', null)
    .where((e) =>
      // a join would let SQLite begin with all settled intents
      e.exists(
        e
          .selectFrom('donation_intents')
          .select('id')
          .whereRef('donation_intents.provider', '=', 'reversals.provider')
          .whereRef('donation_intents.provider_payment_id', '=', 'reversals.payment_id')
          .where('status', '=', 'settled'),
      ),
    )
    .distinct()
    .execute();

export async function insertReconciliationRun(db: Database, run: ReconciliationRunRow): Promise<void> {
  await db.write.insertInto('reconciliation_runs').values(run).execute();
}
