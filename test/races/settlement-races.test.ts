import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { applyPaymentEvent } from '#server/payments/index.ts';
import { settleDonation } from '#server/payments/settle/apply-payment-event.ts';
import { insertPaymentEvent } from '#server/payments/settle/queries.ts';
import { openIntent } from '../support/payments/open-intent.ts';
import { factsOf, settleInLockstep, startTwoApps, type Settle, type TwoApps } from './two-apps.ts';

const bothDone = ['fulfilled', 'fulfilled'];

/** A careless settlement: reads the state and then writes it, without a condition on the version. */
const settleCarelessly: Settle = (deps, event) =>
  inTransaction(deps.db, async (tx) => {
    const intents = tx.selectFrom('donation_intents').selectAll();
    const intent = await intents.where('id', '=', event.intentId ?? '').executeTakeFirstOrThrow();
    await insertPaymentEvent(tx, event, intent.id, deps.clock.now().toISOString());
    if (intent.status === 'settled') return;
    await tx.updateTable('donation_intents').set({ status: 'settled' }).where('id', '=', intent.id).execute();
    await settleDonation(deps, tx, intent, event.occurredAt);
  });

/** Drops the unique keys of the schema, so that only the way of settling prevents a second donation. */
async function dropUniqueKeys({ db }: Deps): Promise<void> {
  const constraints = [
    ['donations', 'donations_pkey'],
    ['donations', 'donations_intent_id_key'],
    ['ledger_transactions', 'ledger_transactions_cause_key'],
  ] as const;
  for (const [table, constraint] of constraints) {
    await sql`alter table ${sql.table(table)} drop constraint ${sql.id(constraint)} cascade`.execute(db.write);
  }
}

describe('two servers on one PostgreSQL database', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps();
  });
  afterEach(() => apps.close());

  test('two facts of one payment that are applied in lockstep settle once, and the second is retried', async () => {
    let race = { outcomes: [] as string[], donations: 0 };
    const retries = await apps.countRetries(async () => {
      race = await settleInLockstep(apps, applyPaymentEvent);
    });
    expect({ ...race, retries }).toEqual({ outcomes: bothDone, donations: 1, retries: 1 });
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });

  test("two facts settle once even without the schema's unique keys", async () => {
    await dropUniqueKeys(apps.first.deps);
    expect(await settleInLockstep(apps, applyPaymentEvent)).toEqual({ outcomes: bothDone, donations: 1 });
  });

  test('a planted settlement that reads and then writes creates two donations in the same race', async () => {
    await dropUniqueKeys(apps.first.deps);
    expect(await settleInLockstep(apps, settleCarelessly)).toEqual({ outcomes: bothDone, donations: 2 });
  });

  test("the schema's unique keys refuse the second donation of a planted careless settlement", async () => {
    const { outcomes, donations } = await settleInLockstep(apps, settleCarelessly);
    expect({ outcomes: outcomes.toSorted(), donations }).toEqual({ outcomes: ['fulfilled', 'rejected'], donations: 1 });
  });

  test('two servers run each of 200 outbox jobs once', async () => {
    const keys = Array.from({ length: 200 }, (_, index) => `receipt:${index}`);
    await inTransaction(apps.first.deps.db, async (tx) => {
      for (const dedupeKey of keys) await enqueue(apps.first.deps, tx, { kind: 'receipt', dedupeKey, payload: {} });
    });
    const done: string[] = [];
    const work = async (deps: Deps): Promise<void> => {
      const handlers = { receipt: async (_deps: unknown, job: { dedupeKey: string }) => void done.push(job.dedupeKey) };
      while ((await isAnyJobLeft(deps)) && done.length < 1000) await workOutbox(deps, handlers);
    };
    await Promise.all([apps.first, apps.second, apps.first, apps.second].map(({ deps }) => work(deps)));
    expect(done.toSorted()).toEqual(keys.toSorted());
  });
});

const isAnyJobLeft = async ({ db }: Deps): Promise<boolean> =>
  (await db.read.selectFrom('outbox').select('id').where('status', '=', 'waiting').limit(1).execute()).length > 0;

describe('two servers over a database that rejects every conflict', () => {
  let apps: TwoApps;
  beforeEach(async () => {
    apps = await startTwoApps('serializable');
  });
  afterEach(() => apps.close());

  test('two facts of one payment that are applied in lockstep settle once', async () => {
    let race = { outcomes: [] as string[], donations: 0 };
    const retries = await apps.countRetries(async () => {
      race = await settleInLockstep(apps, applyPaymentEvent);
    });
    expect(race).toEqual({ outcomes: bothDone, donations: 1 });
    expect(retries).toBeGreaterThan(0);
  });

  test('each of 20 payments settles once when both servers receive each of its facts twice at the same moment', async () => {
    const servers = [apps.first, apps.second, apps.first, apps.second];
    const retries = await apps.countRetries(async () => {
      for (let payment = 0; payment < 20; payment += 1) {
        const facts = factsOf(apps.first, await openIntent(apps.first));
        const outcomes = await Promise.all(
          facts.flatMap((fact) => servers.map(({ deps }) => applyPaymentEvent(deps, fact))),
        );
        expect(outcomes.map(({ code }) => code).toSorted()).toEqual([
          ...Array.from({ length: 6 }, () => 'already_applied'),
          'noted',
          'settled',
        ]);
      }
    });
    expect(retries).toBeGreaterThan(0);
    expect(await checkLedger(apps.first.deps.db.read)).toEqual([]);
  });
});
