export { findReadableDonation } from './find-receipt.ts';
export { writeReceiptMail } from './receipt-mail.ts';
export { resendReceipt, type ResentReceipt } from './resend-receipt.ts';
export { receiptRoutes } from './routes.ts';
export { splitRoutes } from './split-routes.ts';
