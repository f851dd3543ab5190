import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DonorDetail, ListedDonor } from '#contract/admin/donors.ts';
import type { ListedDonation } from '#contract/admin/donations.ts';
import { adminDonorCalls } from '#contract/calls/admin/donors.ts';
import { callEndpoint, callForPage } from '#web/api.ts';
import type { ChosenFilters } from '../ui/filters.tsx';
import { usePages, type Pages } from '../ui/use-pages.ts';

/** The donors that a search finds, page by page. */
export const useFoundDonors = (filters: ChosenFilters): Pages<ListedDonor> =>
  usePages(['admin-donors', filters], (cursor, signal) =>
    callForPage(adminDonorCalls.searchDonors, { query: { ...filters, ...cursor }, signal }),
  );

/** The cache entries of one donor, which actions make stale. */
export const donorKey = (id: string) => ['admin-donor', id] as const;

export const useDonor = (id: string): UseQueryResult<DonorDetail> =>
  useQuery({
    queryKey: donorKey(id),
    queryFn: ({ signal }) => callEndpoint(adminDonorCalls.getDonor, { params: { id }, signal }),
    staleTime: 0,
  });

export const useDonorDonations = (id: string): Pages<ListedDonation> =>
  usePages([...donorKey(id), 'donations'], (query, signal) =>
    callForPage(adminDonorCalls.listDonorDonations, { params: { id }, query, signal }),
  );
