/** Our clock and a provider's differ by less than this. */
export const clockMarginMs = 5 * 60 * 1000;
