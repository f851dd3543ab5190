import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donationCalls } from '#contract/calls/donation.ts';
import type { CharityAnswer, SnackAnswer } from '#contract/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { callEndpoint } from '#web/api.ts';

export const snacksKey = ['snacks'];

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

function toSnack({ id, name, price, mealsProvided }: SnackAnswer): Snack {
  const exactPrice = fromDecimal(price, baseCurrency);
  if (!exactPrice) throw new RangeError(`${price} is not a price: it has fractions of a cent`);
  return { id, name, price: exactPrice, meals: mealsProvided };
}
