export { knownCurrency } from './known-currency.ts';
export { writeReceiptMail } from './receipt-mail.ts';
export { receiptRoutes } from './routes.ts';
