import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { useUser } from '#web/session/index.ts';

const devicesKey = ['devices'] as const;

/** The devices on which the donor is signed in, the current one first. */
export function useDevices(): UseQueryResult<readonly DeviceResponse[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: [...devicesKey, user?.id],
    queryFn: ({ signal }) => callEndpoint(accountCalls.listDevices, { signal }),
    enabled: user !== null,
  });
}

export const refreshDevices = (cache: QueryClient): Promise<void> => cache.invalidateQueries({ queryKey: devicesKey });
