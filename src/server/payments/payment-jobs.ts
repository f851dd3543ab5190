import type { JobHandlers } from '#server/outbox/worker.ts';
import { captureOrderJob } from './capture-order.ts';
import { refundPaymentJob } from './reverse/refund.ts';

export const paymentJobs: JobHandlers = {
  capture_order: captureOrderJob,
  refund_payment: refundPaymentJob,
};
