import type { JobHandlers } from '#server/outbox/worker.ts';
import { captureOrderJob } from './capture-job.ts';
import { refundPaymentJob } from './refund-job.ts';

/** Work on payments that follows a commit. */
export const paymentJobs: JobHandlers = {
  capture_order: captureOrderJob,
  refund_payment: refundPaymentJob,
};
