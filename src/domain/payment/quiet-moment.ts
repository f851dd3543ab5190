/** How far from every payment the moment should be. When payments are too frequent, less has to do. */
const distancesMs = [30_000, 5000, 2000];

/**
 * The latest moment up to now with no payment near it. Provider and ledger can be compared at it, because what is older has
 * reached both. Undefined when there is none since `from`.
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
