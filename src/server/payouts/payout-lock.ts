/** The lock under which batches, payouts and bank accounts are changed, one transaction at a time. */
export const payoutLock = 'payouts';
