import { subtract, type Money } from '#domain/money/money.ts';
import { findQuietMoment } from '#domain/payment/quiet-moment.ts';
import type {
  BalanceMovement,
  BalanceReader,
  LiveBalanceReader,
  PastBalanceReader,
  Period,
  ProviderBalance,
} from '#server/ports/balances.ts';
import { clockMarginMs } from '../clock-margin.ts';

/** Our balance at a provider at an instant, before everything that happened at that instant or later. */
export interface HeldBalance {
  readonly asOf: Date;
  readonly balance: ProviderBalance;
}

const hourMs = 60 * 60 * 1000;

/**
 * Computes our balance at the latest quiet moment of the last hour, from the balance now and the movements that led to it.
 * Undefined if payments arrive too fast.
 */
export async function readLiveBalance(reader: LiveBalanceReader, now: Date): Promise<HeldBalance | undefined> {
  const from = new Date(now.getTime() - hourMs);
  const snapshot = await takeSnapshot(reader, { from, until: new Date(now.getTime() + clockMarginMs) });
  const times = snapshot?.movements.map(({ occurredAt }) => occurredAt);
  const asOf = times && findQuietMoment(times, { from, now });
  return snapshot && asOf && { asOf, balance: balanceAt(snapshot, asOf) };
}

interface Snapshot {
  readonly balance: ProviderBalance;
  readonly movements: readonly BalanceMovement[];
}

/** Reads the balance with the newest movements that led to it. Undefined if the balance changes during every attempt. */
async function takeSnapshot(reader: LiveBalanceReader, period: Period): Promise<Snapshot | undefined> {
  let balance = await reader.fetchBalance();
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    const movements = await listAll(reader, period);
    const after = await reader.fetchBalance();
    if (totalsOf(after) === totalsOf(balance)) return { balance: after, movements };
    balance = after;
  }
  return undefined;
}

const attemptsMax = 5;

async function listAll(reader: BalanceReader, period: Period): Promise<BalanceMovement[]> {
  const movements: BalanceMovement[] = [];
  for await (const movement of reader.listMovements(period)) movements.push(movement);
  return movements;
}

const totalsOf = (balance: ProviderBalance): string =>
  [...balance]
    .map(([currency, { available, pending }]) => `${available.amountMinor + pending.amountMinor} ${currency}`)
    .toSorted()
    .join();

/** Computes the balance before the movements that occurred at an instant or later. */
function balanceAt({ balance, movements }: Snapshot, instant: Date): ProviderBalance {
  const laterMovements = movements.filter(({ occurredAt }) => occurredAt >= instant);
  const without = (amount: Money, isAvailable: boolean): Money =>
    laterMovements
      .filter((movement) => movement.isAvailable === isAvailable && movement.net.currency === amount.currency)
      .reduce((left, { net }) => subtract(left, net), amount);
  return new Map(
    [...balance].map(([currency, { available, pending }]) => [
      currency,
      { available: without(available, true), pending: without(pending, false) },
    ]),
  );
}

/**
 * Reads our balance at the latest quiet moment of the last three hours that the provider's lists cover. Undefined if payments
 * arrived too fast, or if the provider does not report the balance at that moment.
 */
export async function readPastBalance(reader: PastBalanceReader, now: Date): Promise<HeldBalance | undefined> {
  const covered = await reader.fetchCoveredUntil(now);
  const from = new Date(covered.getTime() - 3 * hourMs);
  const movements = await listAll(reader, { from, until: covered });
  const quiet = findQuietMoment(
    movements.map(({ occurredAt }) => occurredAt),
    { from, now: covered },
  );
  if (!quiet) return undefined;
  const asOf = new Date(Math.floor(quiet.getTime() / 1000) * 1000); // the provider reports balances at whole seconds
  const balance = await reader.fetchBalanceAt(asOf);
  return balance && { asOf, balance };
}
