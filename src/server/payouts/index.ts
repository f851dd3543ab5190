export { createBatch } from './batches/create-batch.ts';
export { cancelBatch, payBatch } from './batches/decide-batch.ts';
export { copyPayableEntries } from './copy-entries.ts';
export { findLostBatches } from './lost-batches.ts';
export { readFigures } from './read-figures.ts';
export { requestReturn } from './returns/request-return.ts';
export { returnApproval } from './returns/return-approval.ts';
export { payoutRoutes } from './routes.ts';
export { countWaitingDecisions } from './waiting.ts';
