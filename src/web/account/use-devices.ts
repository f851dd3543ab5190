import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { DeviceAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';

const devicesKey = ['devices'] as const;

/** The devices on which the donor is signed in, this one first. */
export function useDevices(): UseQueryResult<readonly DeviceAnswer[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: [...devicesKey, user?.id],
    queryFn: ({ signal }) => callEndpoint(accountEndpoints.listDevices, { signal }),
    enabled: user !== null,
  });
}

/** Has the devices read anew: some may have been signed out. */
export const refreshDevices = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: devicesKey });
