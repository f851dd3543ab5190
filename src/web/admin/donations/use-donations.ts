import { useInfiniteQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ListedDonation } from '#contract/admin/donations/search.ts';
import { adminDonationCalls } from '#contract/calls/admin/donations/search.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { callForPage } from '#web/api.ts';
import type { MoreRows } from '../ui/data-table.tsx';
import type { ChosenFilters } from '../ui/filters.tsx';

/** The donations found so far, and how far back the search has looked. */
interface FoundDonations {
  readonly donations: readonly ListedDonation[];
  /** The ISO instant back to which the search has looked, if it has not found a full page of donations yet. */
  readonly searchedBackTo: string | null;
}

interface DonationPages {
  readonly query: Pick<UseQueryResult, 'isError' | 'refetch'> & { readonly data: FoundDonations | undefined };
  /** Continues the search; undefined when it is complete. */
  readonly more: MoreRows | undefined;
}

/** Loads the donations that match a search and its filters, page by page. */
export function useFoundDonations(filters: ChosenFilters): DonationPages {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: [...donationsKey, filters],
    queryFn: async ({ pageParam, signal }) => {
      const query = pageParam === undefined ? filters : { ...filters, cursor: pageParam };
      const { response, headers } = await callForPage(adminDonationCalls.searchDonations, { query, signal });
      return { ...response, next: headers.get(nextCursorHeader) ?? undefined };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
  const results = data && {
    donations: data.pages.flatMap(({ donations }) => donations),
    searchedBackTo: data.pages.at(-1)?.searchedBackTo ?? null,
  };
  return {
    query: { data: results, isError, refetch },
    more: hasNextPage ? { isLoading: isFetchingNextPage, load: () => void fetchNextPage() } : undefined,
  };
}

const donationsKey = ['admin-donations'] as const;
