import type { Query, QueryClient } from '@tanstack/react-query';

/** First parts of the cache keys of public lists that a session's end leaves in the cache. All other data counts as private. */
const publicKeys: ReadonlySet<unknown> = new Set(['snacks', 'charities']);

/** First parts of the cache keys that a donation changes. */
const donationKeys = ['donations', 'impact', 'rewards'];

/** Matches all data in the cache that counts as private. */
export const privateResponses = { predicate: ({ queryKey: [subject] }: Query): boolean => !publicKeys.has(subject) };

/** Removes everything private from the cache, so that the next user of this page cannot see it. */
export const forgetPrivateResponses = (cache: QueryClient): void => cache.removeQueries(privateResponses);

/** Refetches history, impact and rewards after something changed them: now, or when they are next shown. */
export async function refreshDonorResponses(cache: QueryClient): Promise<void> {
  await Promise.all(donationKeys.map((subject) => cache.invalidateQueries({ queryKey: [subject] })));
}
