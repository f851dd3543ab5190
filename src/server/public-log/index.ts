export { checkLog, type LogFinding } from './check-log.ts';
export { eraseFromLog } from './erase-donor.ts';
export { findLeaf, findPayoutLeaf } from './find-leaf.ts';
export { proveDonation } from './prove-donation.ts';
export { provePayout } from './prove-payout.ts';
export { publicLogRoutes } from './routes.ts';
export { createSequencer, sequenceLog } from './sequence-log.ts';
export { encryptSigningKey, rotateSigningKey } from './signing-keys.ts';
