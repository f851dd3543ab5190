import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { donationCalls } from '#contract/calls/donation.ts';
import type { CharityAnswer, RatesAnswer, SnackAnswer } from '#contract/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { currentRates, type RateTable } from '#domain/money/exchange.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { callEndpoint } from '#web/api.ts';

const snacksKey = ['snacks'];

export const useSnacks = (): UseQueryResult<readonly Snack[]> =>
  useQuery({
    queryKey: snacksKey,
    queryFn: async ({ signal }) => (await callEndpoint(donationCalls.listSnacks, { signal })).map(toSnack),
  });

export const useCharities = (): UseQueryResult<readonly CharityAnswer[]> =>
  useQuery({
    queryKey: ['charities'],
    queryFn: ({ signal }) => callEndpoint(donationCalls.listCharities, { signal }),
  });

const ratesKey = ['rates'];

/** The rates of this build; once a price was refused, the server's. */
export const useRates = (): RateTable =>
  useQuery({
    queryKey: ratesKey,
    queryFn: async ({ signal }) => toRates(await callEndpoint(donationCalls.listRates, { signal })),
    initialData: currentRates,
    gcTime: Infinity, // fetched rates stay newer than those of the build
  }).data;

/** What the prices on a page are made of. `snacks` is undefined while they have not loaded. */
export interface Prices {
  readonly snacks: readonly Snack[] | undefined;
  readonly rates: RateTable;
}

/** Fetches snacks and rates again, after the server refused a price. What cannot be fetched stays as it was. */
export async function refreshPrices(cache: QueryClient): Promise<Prices> {
  await Promise.all([snacksKey, ratesKey].map((queryKey) => cache.refetchQueries({ queryKey })));
  return {
    snacks: cache.getQueryData<readonly Snack[]>(snacksKey),
    rates: cache.getQueryData<RateTable>(ratesKey) ?? currentRates,
  };
}

/** A currency that this build does not know is left out. */
function toRates({ setOn, unitsPerDollar }: RatesAnswer): RateTable {
  const known = Object.entries(unitsPerDollar).filter(([code]) => isCurrencyCode(code));
  return { setOn, unitsPerDollar: { ...currentRates.unitsPerDollar, ...Object.fromEntries(known) } };
}

function toSnack({ id, name, price, mealsProvided }: SnackAnswer): Snack {
  const exactPrice = fromDecimal(price, baseCurrency);
  if (!exactPrice) throw new RangeError(`${price} is not a price: it has fractions of a cent`);
  return { id, name, price: exactPrice, meals: mealsProvided };
}
