/** The wanted distances of the moment from every payment, the best one first. Frequent payments leave only a shorter one. */
const distancesMs = [30_000, 5000, 2000];

/**
 * Finds the latest moment up to now with no payment near it; undefined if there has been no such moment since `from`. Provider
 * and ledger can be compared at that moment, because every earlier payment has reached both.
 */
export function findQuietMoment(times: readonly Date[], { from, now }: { from: Date; now: Date }): Date | undefined {
  const newestFirst = times.map((time) => time.getTime()).toSorted((left, right) => right - left);
  for (const distanceMs of distancesMs) {
    let moment = now.getTime();
    for (const time of newestFirst) if (Math.abs(time - moment) <= distanceMs) moment = time - distanceMs - 1;
    if (moment > from.getTime()) return new Date(moment);
  }
  return undefined;
}
