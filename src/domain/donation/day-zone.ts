/** When a donation was made, and the time zone of its day. */
export interface ZonedDonation {
  readonly donatedAt: Date;
  readonly timeZone: string;
}

/** Donations of one donor this close together share a time zone, so that changing zones earns no days. */
export const sharedZoneMs = 24 * 60 * 60 * 1000;

/**
 * The time zone of a donation's day, decided when it is recorded or claimed (spec-readings, Rewards): that of the donor's
 * previous donation within 24 hours. Without one it is that of the next donation within 24 hours, which exists when an older
 * donation is claimed, and otherwise its own. Recorded donations keep their days, so that recording another one never
 * removes a badge.
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
