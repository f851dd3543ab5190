/** One transaction at a time creates, pays or cancels batches, or changes bank accounts. */
export const payoutLock = 'payouts';
