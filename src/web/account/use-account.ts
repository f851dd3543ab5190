import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AccountResponse } from '#contract/account/account-settings.ts';
import { accountCalls } from '#contract/calls/account.ts';
import { callEndpoint } from '#web/api.ts';
import { refreshUser } from '#web/query-client.ts';
import { useUser } from '#web/session/index.ts';

const accountKey = (userId: string | undefined) => ['account', userId] as const;

/** The signed-in donor's account. */
export function useAccount(): UseQueryResult<AccountResponse> {
  const { user } = useUser();
  return useQuery({
    queryKey: accountKey(user?.id),
    queryFn: ({ signal }) => callEndpoint(accountCalls.getAccount, { signal }),
    enabled: user !== null,
  });
}

/** Caches an account after the server has changed it, and refetches the user. */
export function storeAccount(cache: QueryClient, account: AccountResponse): void {
  cache.setQueryData(accountKey(account.id), account);
  void refreshUser(cache);
}
