import { useLayoutEffect } from 'react';
import { queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { donationCalls } from '#contract/calls/donation.ts';
import {
  contentVersionHeader,
  type CharityResponse,
  type RatesResponse,
  type SnackResponse,
} from '#contract/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { specRates, type RateTable } from '#domain/money/exchange.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { callEndpoint, callForPage } from '#web/api.ts';
import { useCountry } from '#web/country/index.ts';

/** A snack that donors can choose, with the path of its uploaded picture, if it has one. */
export interface OfferedSnack extends Snack {
  readonly picture?: string | undefined;
}

/** The snacks, and the version of the catalogue that their prices come from. */
interface SnackList {
  readonly snacks: readonly OfferedSnack[];
  readonly version: number | undefined;
}

const snackQuery = queryOptions({
  queryKey: ['snacks'],
  queryFn: async ({ signal }): Promise<SnackList> => {
    const { response, headers } = await callForPage(donationCalls.listSnacks, { signal });
    const version = headers.get(contentVersionHeader);
    return { snacks: response.map(toSnack), version: version === null ? undefined : Number(version) };
  },
});

const useSnackList = <Part>(select: (list: SnackList) => Part): UseQueryResult<Part> =>
  useQuery({ ...snackQuery, select });

export const useSnacks = (): UseQueryResult<readonly OfferedSnack[]> => useSnackList(snacksOf);

const snacksOf = ({ snacks }: SnackList) => snacks;

/** The catalogue version that the snacks' prices come from; a server of an earlier release sends none. */
export const useCatalogueVersion = (): number | undefined => useSnackList(versionOf).data;

const versionOf = ({ version }: SnackList) => version;

const charityQuery = queryOptions({
  queryKey: ['charities'],
  queryFn: ({ signal }): Promise<readonly CharityResponse[]> => callEndpoint(donationCalls.listCharities, { signal }),
});

export const useCharities = (): UseQueryResult<readonly CharityResponse[]> => useQuery(charityQuery);

const rateQuery = queryOptions({
  queryKey: ['rates'],
  queryFn: async ({ signal }) => toRates(await callEndpoint(donationCalls.listRates, { signal })),
  gcTime: Infinity, // otherwise a page without prices would drop them, and the next one would show the build's rates
});

const useRatesQuery = () =>
  useQuery({
    ...rateQuery,
    retryOnMount: false, // otherwise each part that mounts would fetch failed rates again and wait for them
  });

/** Starts to fetch snacks, charities and rates. Ignores failures, because the parts of the page that need the data show them. */
export function prefetchPrices(cache: QueryClient): void {
  cache.query(snackQuery).catch(() => undefined);
  cache.query(charityQuery).catch(() => undefined);
  cache.query(rateQuery).catch(() => undefined);
}

/** Returns the server's rates. Until they have loaded, and if they cannot be loaded, returns the rates of this build. */
export const useRates = (): RateTable => useRatesQuery().data ?? specRates;

/**
 * Returns true after the rates have loaded or failed to load. Before, a page shows no prices, because they could change. Also
 * shows US dollars instead of currencies whose rates are too old.
 */
export function useAreRatesKnown(): boolean {
  const { data, isPending } = useRatesQuery();
  const { setInDollars } = useCountry();
  useLayoutEffect(() => {
    if (data?.inDollars) setInDollars(data.inDollars);
  }, [data, setInDollars]);
  return !isPending;
}

/** The snacks and charities that a page offers, and the rates. Lists are undefined until they have loaded. */
interface Prices {
  readonly snacks: readonly Snack[] | undefined;
  readonly charities: readonly CharityResponse[] | undefined;
  readonly rates: RateTable;
}

/** Refetches snacks, charities and rates after the server refused a donation. A list that cannot be fetched stays unchanged. */
export async function refreshPrices(cache: QueryClient): Promise<Prices> {
  await Promise.all([snackQuery, charityQuery, rateQuery].map(({ queryKey }) => cache.refetchQueries({ queryKey })));
  return {
    snacks: cache.getQueryData(snackQuery.queryKey)?.snacks,
    charities: cache.getQueryData(charityQuery.queryKey),
    rates: cache.getQueryData(rateQuery.queryKey) ?? specRates,
  };
}

/** Reads the rates of a response. Leaves out currencies that this build does not know, and keeps its rates of missing ones. */
function toRates({ version, setOn, unitsPerDollar, inDollars = [] }: RatesResponse): RateTable {
  const known = Object.entries(unitsPerDollar).filter(([code]) => isCurrencyCode(code));
  return {
    version,
    setOn,
    unitsPerDollar: { ...specRates.unitsPerDollar, ...Object.fromEntries(known) },
    inDollars: inDollars.filter(isCurrencyCode),
  };
}

function toSnack({ id, name, price, mealsProvided, picture }: SnackResponse): OfferedSnack {
  const exactPrice = fromDecimal(price, baseCurrency);
  if (!exactPrice) throw new RangeError(`${price} is not a price: it has fractions of a cent`);
  return { id, name, price: exactPrice, meals: mealsProvided, picture };
}
