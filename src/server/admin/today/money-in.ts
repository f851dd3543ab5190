import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { MoneyInAnswer, MoneyInSum, MoneyInUnit } from '#contract/admin/today.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { calendarDayOf, dayNumber } from '#domain/rewards/day-number.ts';
import type { Deps } from '#server/deps.ts';
import { readDaySums, type DaySum } from './day-sums.ts';

type MoneyInReader = (unit: MoneyInUnit) => Promise<MoneyInAnswer>;

/**
 * Reads the money that came in. The sums of a day that is over never change, so each is read from the ledger once per process;
 * the index of posting times finds the day's entries. On SQLite other requests go first between two days.
 */
export function createMoneyInReader({ db, clock }: Pick<Deps, 'db' | 'clock'>): MoneyInReader {
  let finished: ReadonlyMap<string, readonly DaySum[]> = new Map();
  async function readDays(days: readonly string[], now: Date): Promise<ReadonlyMap<string, readonly DaySum[]>> {
    const sums = new Map<string, readonly DaySum[]>();
    for (const day of days) {
      sums.set(day, finished.get(day) ?? (await readDaySums(db.read, day)));
      if (!finished.has(day)) await letOthersRun();
    }
    const firstKept = daysShown('month', now)[0] ?? '';
    const known = [...finished, ...sums].filter(([day]) => day >= firstKept && isOver(day, now));
    finished = new Map(known);
    return sums;
  }
  return async (unit) => {
    const now = clock.now();
    const days = daysShown(unit, now);
    return addUp(days, await readDays(days, now), unit);
  };
}

const daysByDay = 30;
const monthsByMonth = 12;

/** The UTC days of the last 30 days, or of the last 12 months, oldest first. */
function daysShown(unit: MoneyInUnit, now: Date): readonly string[] {
  const today = dayNumber(now.toISOString().slice(0, 10));
  const firstMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - monthsByMonth));
  const first = unit === 'day' ? today + 1 - daysByDay : dayNumber(firstMonth.toISOString().slice(0, 10));
  return Array.from({ length: today + 1 - first }, (_, index) => calendarDayOf(first + index));
}

/** An entry may be stored some seconds after its posting time, so a day is over an hour after its end. */
const marginMs = 60 * 60 * 1000;

const isOver = (day: string, now: Date): boolean =>
  new Date(`${calendarDayOf(dayNumber(day) + 1)}T00:00:00.000Z`).getTime() + marginMs <= now.getTime();

const periodOf = (day: string, unit: MoneyInUnit): string => (unit === 'day' ? day : day.slice(0, 7));

function addUp(
  days: readonly string[],
  sums: ReadonlyMap<string, readonly DaySum[]>,
  unit: MoneyInUnit,
): MoneyInAnswer {
  const added = new Map<string, { readonly period: string; readonly sum: DaySum }>();
  for (const day of days)
    for (const sum of sums.get(day) ?? []) {
      const period = periodOf(day, unit);
      const key = `${period} ${sum.currency}`;
      added.set(key, { period, sum: add(added.get(key)?.sum, sum) });
    }
  const inOrder = [...added].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    periods: [...new Set(days.map((day) => periodOf(day, unit)))],
    sums: inOrder.map(([, { period, sum }]) => toAnswer(period, sum)),
  };
}

const add = (total: DaySum | undefined, sum: DaySum): DaySum =>
  total === undefined
    ? sum
    : {
        currency: sum.currency,
        payments: total.payments + sum.payments,
        donations: total.donations + sum.donations,
        serviceFees: total.serviceFees + sum.serviceFees,
        refunds: total.refunds + sum.refunds,
        disputes: total.disputes + sum.disputes,
        disputeLosses: total.disputeLosses + sum.disputeLosses,
        providerFees: total.providerFees + sum.providerFees,
      };

function toAnswer(period: string, { currency, payments, ...minor }: DaySum): MoneyInSum {
  const decimal = (amountMinor: number): number => toDecimal(money(amountMinor, currency));
  return {
    period,
    currency,
    payments,
    donations: decimal(minor.donations),
    serviceFees: decimal(minor.serviceFees),
    refunds: decimal(minor.refunds),
    disputes: decimal(minor.disputes),
    disputeLosses: decimal(minor.disputeLosses),
    providerFees: decimal(minor.providerFees),
  };
}
