import type { Query, QueryClient } from '@tanstack/react-query';

/** First words of the cache keys that everybody may see; whatever else is cached counts as somebody's own. */
const publicKeys: ReadonlySet<unknown> = new Set(['snacks', 'charities']);

/** First words of the cache keys that a donation changes. */
const donationKeys = ['donations', 'impact', 'rewards'];

/** Finds every private answer in the cache. */
export const privateAnswers = { predicate: ({ queryKey: [subject] }: Query): boolean => !publicKeys.has(subject) };

/** Takes every private answer out of the cache: nobody sees what was read for somebody else. */
export const forgetPrivateAnswers = (cache: QueryClient): void => cache.removeQueries(privateAnswers);

/** Has history, impact and rewards read anew, now or when they are next looked at: a donation was added. */
export async function refreshDonorAnswers(cache: QueryClient): Promise<void> {
  await Promise.all(donationKeys.map((subject) => cache.invalidateQueries({ queryKey: [subject] })));
}
