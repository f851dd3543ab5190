/** One decision about items under review is made at a time. */
export const reviewLock = 'review';
