import { isCurrencyCode } from '#domain/money/currency.ts';
import { subtract, zero } from '#domain/money/money.ts';
import type { PastBalanceReader, ProviderBalance } from '#server/ports/balances.ts';
import { PermissionMissing, paypalPermissions } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import type { PayPalResponse } from '../client/paypal-response.ts';
import type { PayPalClient } from '../client/paypal-client.ts';
import { readPage, toInstant } from '../client/read-page.ts';
import { readMoney, wireBalances, type WireBalances } from '../wire-shapes.ts';
import { listMovements, listPayouts } from './movements.ts';
import { fetchReportRefreshTime } from './read-report.ts';

/** Reads our balance at PayPal. Leaves out currencies that we do not know: that money is not ours. */
export const paypalBalances = (client: PayPalClient): PastBalanceReader => ({
  historyMs: (3 * 365 - 1) * 24 * hourMs, // three years, by PayPal's clock
  listPayouts: (period) => listPayouts(client, period),
  listMovements: (period) => listMovements(client, period),
  fetchCoveredUntil: async (now) => {
    const balances = await fetchBalances(client, undefined);
    const reported = [
      await fetchReportRefreshTime(client, new Date(now.getTime() - dayMs)),
      instantIn(balances.last_refresh_time),
      instantIn(balances.as_of_time),
    ];
    return new Date(Math.min(now.getTime() - lagMs, ...reported.flatMap((at) => at?.getTime() ?? [])));
  },
  fetchBalanceAt: async (instant) => {
    const response = await fetchBalances(client, instant);
    const asOf = instantIn(response.as_of_time);
    return asOf === undefined || toInstant(asOf) === toInstant(instant) ? toBalance(response) : undefined;
  },
});

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** The time by which the report and the balances can lag behind. */
const lagMs = 3 * hourMs;

async function fetchBalances(client: PayPalClient, instant: Date | undefined): Promise<WireBalances> {
  const query = instant === undefined ? '' : `?${new URLSearchParams({ as_of_time: toInstant(instant) }).toString()}`;
  return readPage(client, { path: `/v1/reporting/balances${query}`, schema: wireBalances, name: 'balances', errorOf });
}

const errorOf = (refusal: PayPalResponse): Error | undefined =>
  refusal.status === 403 ? new PermissionMissing(paypalPermissions.balances) : undefined;

const instantIn = (instant: string | undefined): Date | undefined =>
  instant === undefined ? undefined : new Date(instant);

/** The withheld money is part of the total, and cannot be paid out. */
function toBalance({ balances }: WireBalances): ProviderBalance {
  return new Map(
    balances.flatMap(({ currency, total_balance: total, withheld_balance: withheld }) => {
      if (!isCurrencyCode(currency)) return [];
      const all = readMoney(total);
      const pending = withheld === undefined ? zero(currency) : readMoney(withheld);
      if (!all || !pending) throw new ProviderUnavailable(`unreadable balances: the amount in ${currency}`);
      return [[currency, { available: subtract(all, pending), pending }] as const];
    }),
  );
}
