/** The instant of a donation, and the time zone of its day. */
export interface ZonedDonation {
  readonly donatedAt: Date;
  readonly timeZone: string;
}

/** Donations of one donor this close together share a time zone, so that changing zones earns no extra days. */
export const sharedZoneMs = 24 * 60 * 60 * 1000;

/**
 * Returns the time zone that decides a donation's day, chosen when the donation is recorded or claimed (spec-readings, Rewards):
 * 1. the zone of the donor's previous donation, if it was at most 24 hours earlier;
 * 2. otherwise the zone of the next donation, if it was at most 24 hours later (an older donation is being claimed);
 * 3. otherwise the donation's own zone.
 *
 * Recorded donations keep their days, so adding a donation never removes a badge.
 */
export function dayZoneOf(donation: ZonedDonation, recorded: readonly ZonedDonation[]): string {
  const madeAt = donation.donatedAt.getTime();
  let previous: ZonedDonation | undefined;
  let next: ZonedDonation | undefined;
  for (const other of recorded) {
    const laterByMs = other.donatedAt.getTime() - madeAt;
    if (Math.abs(laterByMs) > sharedZoneMs) continue;
    if (laterByMs <= 0 && (!previous || other.donatedAt >= previous.donatedAt)) previous = other;
    if (laterByMs > 0 && (!next || other.donatedAt < next.donatedAt)) next = other;
  }
  return (previous ?? next ?? donation).timeZone;
}
