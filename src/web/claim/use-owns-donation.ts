import { useDonations } from '#web/history/index.ts';

/** Whether a donation stands in the history of whoever is signed in; `undefined` while that is not known. */
export function useOwnsDonation(id: string): boolean | undefined {
  const { data: donations, isFetching } = useDonations();
  return isFetching ? undefined : donations?.some((donation) => donation.id === id); // the list may be older than the gift
}
