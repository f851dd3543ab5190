/** How many payments succeeded and were declined in some period. */
export interface RecentPayments {
  readonly successes: number;
  readonly declines: number;
}

/** The payments of one address, browser or account. */
export interface SubjectPayments extends RecentPayments {
  readonly declinesSinceSuccess: number;
  /** Pages that can still be paid. */
  readonly openPages: number;
}

/** How far back payments count. */
export const declineWindowMs = 60 * 60 * 1000;

/**
 * Returns true if someone is trying out stolen cards. The signs are too many declines in a row, half as many when nothing was paid and
 * many pages are open, and three times as many with hardly a success among them. None of these appears in a school or an
 * office, where most payments succeed.
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

/** In attacks on charities, about one card in six was valid. */
const declinesPerSuccess = 3;

/** Returns true if there are so many declines, and so large a share of all payments, that the whole site seems to be under attack. */
export const isAlarming = ({ successes, declines }: RecentPayments, percentMin: number): boolean =>
  declines >= alarmingDeclinesMin && declines * 100 >= percentMin * (declines + successes);

const alarmingDeclinesMin = 20; // fewer say nothing about the whole site
