export { confirmedReceipt, type ReceiptView } from './receipt-view.ts';
export { Receipt } from './receipt.tsx';
