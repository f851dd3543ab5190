/** The lock under which decisions about items are made one at a time. */
export const reviewLock = 'review';
