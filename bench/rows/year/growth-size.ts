/** How much a bench database has, and which time it covers. */
export interface GrowthSize {
  readonly donations: number;
  /** Payments that were begun; some did not become donations. */
  readonly intents: number;
  readonly donors: number;
  /** In seconds since 1970. The year ends an hour before now. */
  readonly startsAt: number;
  readonly seconds: number;
}

const yearSeconds = 365 * 24 * 60 * 60;

export function growthSize(donations: number, now: Date): GrowthSize {
  return {
    donations,
    intents: Math.ceil((donations * 100) / 94),
    donors: Math.ceil(donations / 10),
    startsAt: Math.floor(now.getTime() / 1000) - 60 * 60 - yearSeconds,
    seconds: yearSeconds,
  };
}
