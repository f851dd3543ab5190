import type { JobHandlers } from '#server/outbox/worker.ts';
import { captureOrderJob } from './capture-order.ts';
import { fetchPayerJob } from './fetch-payer.ts';
import { expireSessionJob } from './expire-session.ts';
import { refundPaymentJob } from './reverse/refund.ts';

export const paymentJobs: JobHandlers = {
  capture_order: captureOrderJob,
  fetch_payer: fetchPayerJob,
  expire_session: expireSessionJob,
  refund_payment: refundPaymentJob,
};
