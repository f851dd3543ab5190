import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { BalanceReader, Period } from '#server/ports/balances.ts';
import { clockMarginMs } from '../clock-margin.ts';
import { batches, settlingMs } from '../reconcile/comparison.ts';
import { listOtherMovements, resolveKnownMovements } from './other-movements.ts';
import { bookPayouts, bookReturns } from './payouts.ts';
import { takeBackBookings } from './take-back-bookings.ts';

/**
 * Books the payouts since the last complete read, and lists for review the movements that the ledger does not know. Reads a
 * month at a time and stores its progress, so that an interrupted read continues where it stopped.
 */
export async function readBalance(
  deps: Deps,
  provider: PaymentProvider,
  reader: BalanceReader,
  now: Date,
): Promise<void> {
  const readUntil = await findReadUntil(deps.db.read, provider, now);
  const oldest = earlier(now, reader.historyMs);
  for (let from = laterOf(readUntil, oldest); from < now; from = monthAfter(from, now)) {
    const period = { from, until: monthAfter(from, now) };
    await readPeriod(deps, provider, reader, period, { oldest, now });
    await saveReadUntil(deps, provider, period.until);
  }
  await resolveKnownMovements(deps, provider);
  await takeBackBookings(deps, provider);
}

const dayMs = 24 * 60 * 60 * 1000;

const monthAfter = (from: Date, now: Date): Date => new Date(Math.min(from.getTime() + 30 * dayMs, now.getTime()));

async function readPeriod(
  deps: Deps,
  provider: PaymentProvider,
  reader: BalanceReader,
  { from, until }: Period,
  { oldest, now }: { readonly oldest: Date; readonly now: Date },
): Promise<void> {
  const ending = new Date(until.getTime() + clockMarginMs);
  const listed = (lookBackMs: number): Period => ({ from: laterOf(earlier(from, lookBackMs), oldest), until: ending });
  let payouts = 0;
  for await (const batch of batches(reader.listPayouts(listed(payoutChangesMs))))
    payouts += await bookPayouts(deps, provider, batch);
  let others = 0;
  const settledBefore = new Date(now.getTime() - settlingMs);
  for await (const batch of batches(reader.listMovements(listed(overlapMs)))) {
    payouts += await bookReturns(deps, provider, batch);
    // the webhook that explains a newer movement may still be on its way
    const settled = batch.filter(({ occurredAt }) => occurredAt < settledBefore);
    others += await listOtherMovements(deps, provider, settled);
  }
  if (payouts > 0) deps.log.info({ provider, payouts }, 'payouts booked');
  if (others > 0)
    deps.log.warn({ provider, movements: others }, 'movements that the ledger does not know; needs review');
}

/** Returns the instant that is `byMs` earlier, but none before 1970. */
export const earlier = (instant: Date, byMs: number): Date => new Date(Math.max(0, instant.getTime() - byMs));

export const laterOf = (left: Date, right: Date): Date => (left > right ? left : right);

/** The time during which the status of a payout can change. The return of an older payout is found among the movements. */
const payoutChangesMs = 35 * dayMs;

/** Each run reads this much again, for movements that the provider listed late. */
const overlapMs = dayMs;

/**
 * Finds the instant up to which everything was read. Before the first read that is a day before our first donation, because
 * older money is not ours, or now if there is no donation yet.
 */
export async function findReadUntil(db: Queryable, provider: PaymentProvider, now: Date): Promise<Date> {
  const read = await db
    .selectFrom('provider_reads')
    .select('read_until')
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (read) return new Date(read.read_until);
  const first = await db
    .selectFrom('donations')
    .select('donated_at')
    .where('donated_at', '>', '')
    .orderBy('donated_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return first ? earlier(new Date(first.donated_at), overlapMs) : now;
}

async function saveReadUntil({ db }: Pick<Deps, 'db'>, provider: PaymentProvider, until: Date): Promise<void> {
  const row = { provider, read_until: until.toISOString() };
  await db.write
    .insertInto('provider_reads')
    .values(row)
    .onConflict((conflict) => conflict.column('provider').doUpdateSet({ read_until: row.read_until }))
    .execute();
}
