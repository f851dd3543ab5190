/** The size of a bench database, and the time it covers. */
export interface GrowthSize {
  readonly donations: number;
  /** Payments that were started; some did not become donations. */
  readonly intents: number;
  /** Accounts that donate. */
  readonly donors: number;
  /** Accounts, messages and audit entries fill at least a page, so that the pages of small and large years are equally long. */
  readonly accounts: number;
  readonly messages: number;
  readonly auditEntries: number;
  /** The start of the year, in seconds since 1970. The year ends an hour before now. */
  readonly startsAt: number;
  readonly seconds: number;
}

const yearSeconds = 365 * 24 * 60 * 60;

export function growthSize(donations: number, now: Date): GrowthSize {
  return {
    donations,
    intents: Math.ceil((donations * 100) / 94),
    donors: Math.ceil(donations / 10),
    accounts: Math.max(600, Math.ceil(donations / 10)),
    messages: Math.max(1000, Math.ceil(donations / 100)),
    auditEntries: Math.max(5000, Math.ceil(donations / 10)),
    startsAt: Math.floor(now.getTime() / 1000) - 60 * 60 - yearSeconds,
    seconds: yearSeconds,
  };
}
