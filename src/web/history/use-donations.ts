import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { donorEndpoints } from '#contract/donor-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';
import { toDonation, type Donation } from './donation.ts';

/** The donor's donations, newest first. Nobody is asked while no one is signed in. */
export function useDonations(): UseQueryResult<readonly Donation[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['donations', user?.id],
    queryFn: async ({ signal }) => (await callEndpoint(donorEndpoints.listDonations, { signal })).map(toDonation),
    enabled: user !== null,
  });
}
