import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { publicLogCalls } from '#contract/calls/public/log.ts';
import { callEndpoint } from '#web/api.ts';

/** `unchecked`: our server did not say which keys are ours. */
export type KeyOwner = 'ours' | 'foreign' | 'unchecked';

/** The owner of a key whose proof is shown: that of a foreign key is refused. */
export type ShownKeyOwner = Exclude<KeyOwner, 'foreign'>;

const keyQuery = queryOptions({
  queryKey: ['log keys'],
  queryFn: async ({ signal }): Promise<readonly string[]> => {
    const { keys } = await callEndpoint(publicLogCalls.listLogKeys, { signal });
    return keys.map(({ publicKey }) => publicKey);
  },
});

/** Loads the keys of the public log before there is a proof, so that checking one with a known key needs no request. */
export const prefetchKeys = (cache: QueryClient): void => void cache.query(keyQuery).catch(() => undefined);

/**
 * Finds out whether a key is one of our public log's, because anyone can sign a proof with their own key. An unknown key may be
 * new, so the keys are loaded again.
 */
export async function findKeyOwner(cache: QueryClient, publicKey: string): Promise<KeyOwner> {
  try {
    if ((await cache.query(keyQuery)).includes(publicKey)) return 'ours';
    return (await cache.query({ ...keyQuery, staleTime: 0 })).includes(publicKey) ? 'ours' : 'foreign';
  } catch {
    return 'unchecked';
  }
}
