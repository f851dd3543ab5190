import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { moneyDeskEndpoints } from '#contract/money-desk-endpoints.ts';
import type { BooksAnswer } from '#contract/money-desk.ts';
import { callEndpoint } from '#web/api.ts';

/** Where the query cache keeps the books. */
export const booksKey = ['books'] as const;

/** How the books stand. For the administrator alone: the server refuses everybody else. */
export const useBooks = (): UseQueryResult<BooksAnswer> =>
  useQuery({
    queryKey: booksKey,
    queryFn: ({ signal }) => callEndpoint(moneyDeskEndpoints.readBooks, { signal }),
    staleTime: 0,
  });
