import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { donorDetailCalls } from '#contract/calls/admin/donors/detail.ts';
import { callEndpoint } from '#web/api.ts';

/** The start of the cache keys of one donor. Actions invalidate these keys. */
export const donorKey = (id: string) => ['admin-donor', id] as const;

export const useDonor = (id: string): UseQueryResult<DonorDetail> =>
  useQuery({
    queryKey: donorKey(id),
    queryFn: ({ signal }) => callEndpoint(donorDetailCalls.getDonor, { params: { id }, signal }),
    staleTime: 0,
  });
