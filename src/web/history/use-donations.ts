import { queryOptions, useInfiniteQuery, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorEndpoints } from '#contract/donor-endpoints.ts';
import { nextCursorHeader } from '#contract/donor.ts';
import { callForPage } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';
import { toDonation, type Donation } from './donation.ts';

/** The donor's donations, newest first, as many as the server lists at once. Nobody is asked while no one is signed in. */
export function useDonations(): UseQueryResult<readonly Donation[]> {
  return useQuery({ ...useFirstPage(), select: donationsOf });
}

/** The donor's donations as far as they were asked for, and the way to more. */
export interface DonationPages {
  readonly query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'> & {
    readonly data: readonly Donation[] | undefined;
  };
  readonly more: MoreDonations;
}

/** Whether there are older donations, and how asking for them goes. */
export interface MoreDonations {
  readonly isThere: boolean;
  readonly isLoading: boolean;
  readonly hasFailed: boolean;
  readonly show: () => void;
}

/** The same donations, from the same cache, and older ones page by page. */
export function useDonationPages(): DonationPages {
  const firstPage = useFirstPage();
  const { data: first, isError, isFetching, refetch } = useQuery(firstPage);
  const later = useInfiniteQuery({
    queryKey: [...firstPage.queryKey, 'after', first?.nextCursor],
    queryFn: ({ pageParam, signal }) => askForPage({ cursor: pageParam }, signal),
    initialPageParam: first?.nextCursor ?? '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    enabled: false, // only the donor's own deed asks for more
  });
  const laterDonations = later.data?.pages.flatMap(donationsOf) ?? [];
  return {
    query: { data: first && [...first.donations, ...laterDonations], isError, isFetching, refetch },
    more: {
      isThere: later.data ? later.hasNextPage : first?.nextCursor !== undefined,
      isLoading: later.isFetching,
      hasFailed: later.isError && !later.isFetching,
      show: () => void later.fetchNextPage(),
    },
  };
}

interface DonationPage {
  readonly donations: readonly Donation[];
  /** Names the donations that follow; `undefined` when there are none. */
  readonly nextCursor: string | undefined;
}

const donationsOf = ({ donations }: DonationPage): readonly Donation[] => donations;

function useFirstPage() {
  const { user } = useUser();
  return queryOptions({
    queryKey: ['donations', user?.id],
    queryFn: ({ signal }) => askForPage({}, signal),
    enabled: user !== null,
  });
}

async function askForPage(query: Readonly<Record<string, string>>, signal: AbortSignal): Promise<DonationPage> {
  const { answer, headers } = await callForPage(donorEndpoints.listDonations, { query, signal });
  return { donations: answer.map(toDonation), nextCursor: headers.get(nextCursorHeader) ?? undefined };
}
