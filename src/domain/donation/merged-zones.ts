import { dayZoneOf, type ZonedDonation } from './day-zone.ts';

/** A donation that moves to another donor. */
export interface MovedDonation extends ZonedDonation {
  readonly id: string;
}

/**
 * Returns the time zone of each moved donation's day, as if the donations had been claimed one by one, oldest first. The donor's
 * existing donations keep their zones. Both lists are sorted by time.
 */
export function mergedZones(
  kept: readonly ZonedDonation[],
  moved: readonly MovedDonation[],
): ReadonlyMap<string, string> {
  const zones = new Map<string, string>();
  let later = 0; // index of the first kept donation after `donation`
  let previous: ZonedDonation | undefined;
  for (const donation of moved) {
    for (let next = kept[later]; next && next.donatedAt <= donation.donatedAt; next = kept[later]) later += 1;
    const neighbors = [kept[later - 1], previous, kept[later]].filter((neighbor) => neighbor !== undefined);
    const timeZone = dayZoneOf(donation, neighbors);
    zones.set(donation.id, timeZone);
    previous = { donatedAt: donation.donatedAt, timeZone };
  }
  return zones;
}
