import { sql } from 'kysely';
import { vi } from 'vitest';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { openIntent, paidMessage, stubCardsWithWebhook } from '../support/payments/open-intent.ts';
import { migratedDatabase } from '../support/app/databases.ts';
import { sign } from '../support/payments/stripe-webhook.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** Two apps in this process on one PostgreSQL database, each with its own connections. */
export interface TwoApps {
  readonly first: TestApp;
  readonly second: TestApp;
  /** Runs the work and counts the transactions that failed and were retried. */
  countRetries(work: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** Starts two apps. `isolation` is the level of their transactions; by default the database's. */
export async function startTwoApps(isolation?: 'serializable'): Promise<TwoApps> {
  const database = await migratedDatabase('postgres');
  const url = new URL(database.databaseUrl ?? '');
  if (isolation) url.searchParams.set('options', `-c default_transaction_isolation=${isolation}`);
  const cards = stubCardsWithWebhook();
  const first = await startApp('postgres', { cards, databaseUrl: url.href });
  const second = await startApp('postgres', { cards, databaseUrl: url.href });
  return {
    first,
    second,
    countRetries: (work) => countRetries([first.deps, second.deps], work),
    close: async () => {
      await first.close();
      await second.close();
      await database.drop();
    },
  };
}

async function countRetries(apps: readonly Deps[], work: () => Promise<void>): Promise<number> {
  let rollbacks = 0;
  const spies = apps.map(({ db }) => {
    const begin = db.write.transaction.bind(db.write);
    return vi.spyOn(db.write, 'transaction').mockImplementation(() => {
      const transaction = begin();
      const execute = transaction.execute.bind(transaction);
      transaction.execute = async (callback) =>
        execute(callback).catch((error: unknown) => {
          rollbacks += 1;
          throw error;
        });
      return transaction;
    });
  });
  await work();
  for (const spy of spies) spy.mockRestore();
  return rollbacks;
}

/** Returns two events for a paid intent: from the provider's message, and from its response to a request. */
export function factsOf(app: TestApp, intent: DonationIntentRow): readonly [PaymentEvent, PaymentEvent] {
  const { payload, headers } = sign(paidMessage(intent));
  const reading = app.deps.cards.readWebhook(Buffer.from(payload), headers['stripe-signature']);
  if (reading.code !== 'event') throw new TypeError('the message contains no event');
  return [reading.event, { ...reading.event, eventId: `asked:${intent.id}` }];
}

/** A way to apply a fact: the product's, or a planted one that the race must catch. */
export type Settle = (deps: Deps, event: PaymentEvent) => Promise<unknown>;

/**
 * Applies two facts of one payment at two servers in lockstep: both have read the intent before either can write it.
 * Resolves to the outcomes and the number of donations.
 */
export async function settleInLockstep(
  { first, second }: TwoApps,
  settle: Settle,
): Promise<{ readonly outcomes: string[]; readonly donations: number }> {
  const intent = await openIntent(first);
  const [message, response] = factsOf(first, intent);
  const { promise: release, resolve: releaseLock } = Promise.withResolvers<void>();
  const { promise: locked, resolve: markLocked } = Promise.withResolvers<void>();
  const locking = first.deps.db.write.transaction().execute(async (tx) => {
    await sql`select id from donation_intents where id = ${intent.id} for no key update`.execute(tx);
    markLocked();
    await release;
  });
  await locked;
  const settling = [settle(first.deps, message), settle(second.deps, response)];
  await waitForBlocked(first.deps, settling.length);
  releaseLock();
  await locking;
  const outcomes = (await Promise.allSettled(settling)).map(({ status }) => status);
  const donations = await first.deps.db.read
    .selectFrom('donations')
    .select('id')
    .where('intent_id', '=', intent.id)
    .execute();
  return { outcomes, donations: donations.length };
}

/** Resolves when at least this many connections to this database wait for a lock. */
export async function waitForBlocked({ db }: Deps, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    if ((rows[0]?.waiting ?? 0) >= count) return;
  }
}
