import { useInfiniteQuery, type UseQueryResult } from '@tanstack/react-query';
import { nextCursorHeader } from '#contract/endpoint.ts';
import type { MoreRows } from './data-table.tsx';

/** A list that is loaded page by page. */
export interface Pages<Row> {
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'refetch'> & { readonly data: readonly Row[] | undefined };
  /** Undefined when everything is shown. */
  readonly more: MoreRows | undefined;
}

interface LoadedPage<Row> {
  readonly response: readonly Row[];
  readonly headers: Headers;
}

/** Loads a list page by page, in the server's order. `load` requests a page; the first page has no cursor. */
export function usePages<Row>(
  queryKey: readonly unknown[],
  load: (cursor: { readonly cursor?: string }, signal: AbortSignal) => Promise<LoadedPage<Row>>,
): Pages<Row> {
  const { data, isError, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) => {
      const { response, headers } = await load(pageParam === undefined ? {} : { cursor: pageParam }, signal);
      return { rows: response, next: headers.get(nextCursorHeader) ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  return {
    query: { data: data?.pages.flatMap(({ rows }) => rows), isError, error, refetch },
    more: hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}
