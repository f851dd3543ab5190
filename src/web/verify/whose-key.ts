import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { publicLogCalls } from '#contract/calls/public/log.ts';
import { callEndpoint } from '#web/api.ts';

/** `unchecked`: our server did not say which keys are ours. */
export type WhoseKey = 'ours' | 'foreign' | 'unchecked';

const keyQuery = queryOptions({
  queryKey: ['log keys'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const { keys } = await callEndpoint(publicLogCalls.listLogKeys, { signal });
    return keys.map(({ publicKey }) => publicKey);
  },
});

/** Loads the keys of the log before there is a proof, so that checking one asks the server nothing. */
export const prefetchKeys = (cache: QueryClient): void => void cache.query(keyQuery).catch(() => undefined);

/** Whether our log has signed with a key, as anyone can sign a proof with their own. A key that is not known may be newer. */
export async function findWhoseKey(cache: QueryClient, publicKey: string): Promise<WhoseKey> {
  try {
    if ((await cache.query(keyQuery)).includes(publicKey)) return 'ours';
    return (await cache.query({ ...keyQuery, staleTime: 0 })).includes(publicKey) ? 'ours' : 'foreign';
  } catch {
    return 'unchecked';
  }
}
