import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorCalls } from '#contract/calls/donor.ts';
import type { ImpactResponse } from '#contract/donor.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';

/** Loads the donor's impact. It is keyed by the user's id, fresh for a minute, and not fetched again on focus (spec 7). */
export function useImpact(): UseQueryResult<Impact> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['impact', user?.id],
    queryFn: async ({ signal }) => toImpact(await callEndpoint(donorCalls.getImpact, { signal })),
    enabled: user !== null,
    staleTime: 60_000, // spec 9
    refetchOnWindowFocus: false,
  });
}

/** Totals of a donor's donations (spec 3, Impact summary). */
export interface Impact {
  /** Everything donated, without fees, in US dollars. */
  readonly totalDonated: Money;
  readonly totalMeals: number;
  readonly donationsCount: number;
  readonly charitiesSupported: number;
}

const toImpact = (response: ImpactResponse): Impact => ({
  ...response,
  totalDonated: toDollars(response.totalDonated),
});

/** Parses an amount in US dollars. Throws RangeError for fractions of a cent. */
export function toDollars(decimal: number): Money {
  const amount = fromDecimal(decimal, baseCurrency);
  if (!amount) throw new RangeError(`${decimal} has fractions of a cent`);
  return amount;
}
