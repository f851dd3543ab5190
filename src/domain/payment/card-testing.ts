/** The numbers of payments that succeeded and that were declined in a period. */
export interface RecentPayments {
  readonly successes: number;
  readonly declines: number;
}

/** The payments of one address, browser or account. */
export interface SubjectPayments extends RecentPayments {
  readonly declinesSinceSuccess: number;
  /** The number of payment pages that can still be paid. */
  readonly openPages: number;
}

/** The time for which payments and declines count. */
export const declineWindowMs = 60 * 60 * 1000;

/**
 * Returns true if someone seems to be trying out stolen cards. The signs are too many declines in a row, half as many if nothing
 * was paid and many pages are open, and three times as many with hardly any successes among them. None of these signs appears in
 * a school or an office, where most payments succeed.
 */
export const isCardTesting = (
  { successes, declines, declinesSinceSuccess, openPages }: SubjectPayments,
  declinesMax: number,
): boolean => {
  const isHoarding = successes === 0 && openPages > 3 * declinesMax;
  return (
    declinesSinceSuccess >= (isHoarding ? declinesMax / 2 : declinesMax) ||
    (declines >= 3 * declinesMax && declines > declinesPerSuccess * successes)
  );
};

/** More declines than this for each success suggest an attack. In attacks on charities, about one card in six was valid. */
const declinesPerSuccess = 3;

/** Returns true if declines are so many, and so large a share of all payments, that the whole site seems to be under attack. */
export const isAlarming = ({ successes, declines }: RecentPayments, percentMin: number): boolean =>
  declines >= alarmingDeclinesMin && declines * 100 >= percentMin * (declines + successes);

const alarmingDeclinesMin = 20; // fewer declines say nothing about the whole site
