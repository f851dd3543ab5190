export { writeReceiptMail } from './receipt-mail.ts';
export { receiptRoutes } from './routes.ts';
