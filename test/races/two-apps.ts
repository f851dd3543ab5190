import { sql } from 'kysely';
import { vi } from 'vitest';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';
import { openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { createPostgresDatabase } from '#test/support/postgres.ts';
import { sign } from '#test/support/signed-webhook.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';

/** Two apps in this process, each with connections of its own, over one PostgreSQL database. */
export interface TwoApps {
  readonly first: TestApp;
  readonly second: TestApp;
  /** Runs work and counts the transactions that lost a race meanwhile and were done again. */
  countRetries(work: () => Promise<void>): Promise<number>;
  close(): Promise<void>;
}

/** Starts both; `isolation` is what their transactions run under, the database's own when none is named. */
export async function startTwoApps(isolation?: 'serializable'): Promise<TwoApps> {
  const database = await createPostgresDatabase();
  const url = new URL(database.url);
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

async function countRetries(all: readonly Deps[], work: () => Promise<void>): Promise<number> {
  let rollbacks = 0;
  const spies = all.map(({ db }) => {
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

/** What the provider says once the donor of an intent has paid: its message, and its answer when it is asked. */
export function factsOf(app: TestApp, intent: DonationIntentRow): readonly [PaymentEvent, PaymentEvent] {
  const { payload, headers } = sign(paidMessage(intent));
  const reading = app.deps.cards.readWebhook(Buffer.from(payload), headers['stripe-signature']);
  if (reading.code !== 'event') throw new TypeError('the message tells no fact');
  return [reading.event, { ...reading.event, eventId: `asked:${intent.id}` }];
}

/** A way to bring a fact into the books: the product's own, or a planted one that the race must catch. */
export type Settle = (deps: Deps, event: PaymentEvent) => Promise<unknown>;

/**
 * Brings two facts of one payment in at two servers in lockstep: both have read the intent when the first may write it.
 * Resolves to what either said, and to how many donations stand.
 */
export async function meetInTheMiddle(
  { first, second }: TwoApps,
  settle: Settle,
): Promise<{ readonly outcomes: string[]; readonly donations: number }> {
  const intent = await openIntent(first);
  const [message, answer] = factsOf(first, intent);
  const { promise: release, resolve: letGo } = Promise.withResolvers<void>();
  const { promise: held, resolve: isHeld } = Promise.withResolvers<void>();
  const holding = first.deps.db.write.transaction().execute(async (tx) => {
    await sql`select id from donation_intents where id = ${intent.id} for no key update`.execute(tx);
    isHeld();
    await release;
  });
  await held;
  const settling = [settle(first.deps, message), settle(second.deps, answer)];
  await untilWaiting(first.deps, settling.length);
  letGo();
  await holding;
  const outcomes = (await Promise.allSettled(settling)).map(({ status }) => status);
  const donations = await first.deps.db.read
    .selectFrom('donations')
    .select('id')
    .where('intent_id', '=', intent.id)
    .execute();
  return { outcomes, donations: donations.length };
}

/** Resolves when so many transactions of this database wait for each other. */
export async function untilWaiting({ db }: Deps, count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*) as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
    if ((rows[0]?.waiting ?? 0) >= count) return;
  }
}
