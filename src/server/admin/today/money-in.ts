import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { MoneyInResponse, MoneyInSum, MoneyInUnit } from '#contract/admin/today.ts';
import { firstOpenDay } from '#domain/ledger/ledger-days.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import { calendarDayOf, dayNumber } from '#domain/rewards/day-number.ts';
import { readMoneyIn, readWrittenMoneyIn } from '#server/accounting/index.ts';
import type { DailyMoneyInRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

type MoneyInReader = (unit: MoneyInUnit) => Promise<MoneyInResponse>;

/**
 * Creates a reader of money in. Written days are stored; other days are read from the ledger, and kept in memory once they are
 * finished. Other requests are served between two days, because SQLite blocks the process.
 */
export function createMoneyInReader({ db, clock }: Pick<Deps, 'db' | 'clock'>): MoneyInReader {
  let finished: ReadonlyMap<string, readonly DailyMoneyInRow[]> = new Map();
  async function readDays(days: readonly string[], now: Date): Promise<readonly DailyMoneyInRow[]> {
    const written = await readWrittenMoneyIn(db.read, days.at(0) ?? '', days.at(-1) ?? '');
    const sums = new Map<string, readonly DailyMoneyInRow[]>(Map.groupBy(written, ({ day }) => day));
    for (const day of days.filter((one) => !sums.has(one))) {
      sums.set(day, finished.get(day) ?? (await readMoneyIn(db.read, day)));
      if (!finished.has(day)) await letOthersRun();
    }
    const firstKept = daysShown('month', now)[0] ?? '';
    const known = [...finished, ...sums].filter(([day]) => day >= firstKept && day < firstOpenDay(now));
    finished = new Map(known);
    return days.flatMap((day) => sums.get(day) ?? []);
  }
  return async (unit) => {
    const now = clock.now();
    const days = daysShown(unit, now);
    return addUp(days, await readDays(days, now), unit);
  };
}

const dayCount = 30;
const monthCount = 12;

/** Returns the UTC days of the last 30 days, or of the last 12 months, oldest first. */
function daysShown(unit: MoneyInUnit, now: Date): readonly string[] {
  const today = dayNumber(now.toISOString().slice(0, 10));
  const firstMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1 - monthCount));
  const first = unit === 'day' ? today + 1 - dayCount : dayNumber(firstMonth.toISOString().slice(0, 10));
  return Array.from({ length: today + 1 - first }, (_, index) => calendarDayOf(first + index));
}

const periodOf = (day: string, unit: MoneyInUnit): string => (unit === 'day' ? day : day.slice(0, 7));

function addUp(days: readonly string[], sums: readonly DailyMoneyInRow[], unit: MoneyInUnit): MoneyInResponse {
  const added = new Map<string, { readonly period: string; readonly sum: DailyMoneyInRow }>();
  for (const sum of sums) {
    const period = periodOf(sum.day, unit);
    const key = `${period} ${sum.currency}`;
    added.set(key, { period, sum: add(added.get(key)?.sum, sum) });
  }
  const inOrder = [...added].toSorted(([left], [right]) => (left < right ? -1 : 1));
  return {
    periods: [...new Set(days.map((day) => periodOf(day, unit)))],
    sums: inOrder.map(([, { period, sum }]) => toResponse(period, sum)),
  };
}

const add = (total: DailyMoneyInRow | undefined, sum: DailyMoneyInRow): DailyMoneyInRow =>
  total === undefined
    ? sum
    : {
        ...sum,
        payments: total.payments + sum.payments,
        donations_minor: total.donations_minor + sum.donations_minor,
        service_fees_minor: total.service_fees_minor + sum.service_fees_minor,
        refunds_minor: total.refunds_minor + sum.refunds_minor,
        disputes_minor: total.disputes_minor + sum.disputes_minor,
        dispute_losses_minor: total.dispute_losses_minor + sum.dispute_losses_minor,
        provider_fees_minor: total.provider_fees_minor + sum.provider_fees_minor,
      };

function toResponse(period: string, { currency, payments, ...sum }: DailyMoneyInRow): MoneyInSum {
  const decimal = (amountMinor: number): number => toDecimal(money(amountMinor, currency));
  return {
    period,
    currency,
    payments,
    donations: decimal(sum.donations_minor),
    serviceFees: decimal(sum.service_fees_minor),
    refunds: decimal(sum.refunds_minor),
    disputes: decimal(sum.disputes_minor),
    disputeLosses: decimal(sum.dispute_losses_minor),
    providerFees: decimal(sum.provider_fees_minor),
  };
}
