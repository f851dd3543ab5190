import { useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AccountAnswer } from '#contract/account-care.ts';
import { accountEndpoints } from '#contract/account-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { refreshUser } from '#web/query-client.ts';
import { useUser } from '#web/session/index.ts';

const accountKey = (userId: string | undefined) => ['account', userId] as const;

/** The donor's own account. Nobody is asked while no one is signed in. */
export function useAccount(): UseQueryResult<AccountAnswer> {
  const { user } = useUser();
  return useQuery({
    queryKey: accountKey(user?.id),
    queryFn: ({ signal }) => callEndpoint(accountEndpoints.getAccount, { signal }),
    enabled: user !== null,
  });
}

/** Shows an account as the server has just answered it, here and wherever else the user is named. */
export function keepAccount(cache: QueryClient, account: AccountAnswer): void {
  cache.setQueryData(accountKey(account.id), account);
  void refreshUser(cache);
}
