import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { donationDetailCalls } from '#contract/calls/admin/donations/detail.ts';
import { callEndpoint } from '#web/api.ts';

/** The cache key of one donation. Its actions invalidate it. */
export const donationKey = (id: string) => ['admin-donation', id] as const;

export const useDonation = (id: string): UseQueryResult<DonationDetail> =>
  useQuery({
    queryKey: donationKey(id),
    queryFn: ({ signal }) => callEndpoint(donationDetailCalls.getDonation, { params: { id }, signal }),
    staleTime: 0,
  });
