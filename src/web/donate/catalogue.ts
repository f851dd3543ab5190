import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { giftEndpoints } from '#contract/gift-endpoints.ts';
import type { CharityAnswer, SnackAnswer } from '#contract/catalogue.ts';
import type { Snack } from '#domain/donation/basket.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { fromDecimal } from '#domain/money/money.ts';
import { callEndpoint } from '#web/api.ts';

/** Where the query cache keeps the snacks. */
export const snacksKey = ['snacks'];

/** The snacks on offer. */
export const useSnacks = (): UseQueryResult<readonly Snack[]> =>
  useQuery({
    queryKey: snacksKey,
    queryFn: async ({ signal }) => (await callEndpoint(giftEndpoints.listSnacks, { signal })).map(toSnack),
  });

/** The charities one can give to. */
export const useCharities = (): UseQueryResult<readonly CharityAnswer[]> =>
  useQuery({ queryKey: ['charities'], queryFn: ({ signal }) => callEndpoint(giftEndpoints.listCharities, { signal }) });

function toSnack({ id, name, price, mealsProvided }: SnackAnswer): Snack {
  const exactPrice = fromDecimal(price, baseCurrency);
  if (!exactPrice) throw new RangeError(`${price} is no price: finer than a cent`);
  return { id, name, price: exactPrice, meals: mealsProvided };
}
