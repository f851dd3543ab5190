import { z } from 'zod';
import { accountBalances, lagSeconds, type AccountBalance } from '../account/entries.ts';
import { PayPalError } from '../error.ts';
import { toSignedMoney } from '../money.ts';
import { merchantId } from '../records.ts';
import { toInstant } from '../wire.ts';
import { parseInput, type PayPalEndpoint } from './call.ts';
import { requireFeature } from './features.ts';
import { oldestReported } from './transactions.ts';

const balanceSchema = z.object({
  as_of_time: z.iso.datetime({ offset: true }).optional(),
  currency_code: z.string().length(3).optional(),
});

const primaryCurrency = 'CAD';

/**
 * `GET /v1/reporting/balances`: the balances at an instant of the last three years. The newest are three hours old; they are
 * also returned for a later instant, or if the call names none.
 */
export const listBalances: PayPalEndpoint = (sandbox, { query }) => {
  requireFeature(sandbox, 'transaction_search');
  requireFeature(sandbox, 'account_balances');
  const { as_of_time: requested, currency_code: only } = parseInput(balanceSchema, query);
  const refreshed = sandbox.clock.nowSeconds() - lagSeconds;
  const asOf = Math.min(refreshed, requested === undefined ? refreshed : Math.floor(Date.parse(requested) / 1000));
  if (asOf < oldestReported(sandbox)) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'The time is more than three years ago.');
  }
  const held = new Map([[primaryCurrency, { totalMinor: 0, availableMinor: 0 }], ...accountBalances(sandbox, asOf)]);
  const shown = [...held].filter(([currency]) => only === undefined || currency === only);
  return {
    status: 200,
    body: {
      balances: shown.map(toWire),
      account_id: merchantId,
      as_of_time: toInstant(asOf),
      last_refresh_time: toInstant(refreshed),
    },
  };
};

const toWire = ([currency, { totalMinor, availableMinor }]: readonly [string, AccountBalance]) => ({
  currency,
  ...(currency === primaryCurrency ? { primary: true } : {}),
  total_balance: toSignedMoney(totalMinor, currency),
  available_balance: toSignedMoney(availableMinor, currency),
  withheld_balance: toSignedMoney(totalMinor - availableMinor, currency),
});
