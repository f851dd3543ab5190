export { confirmedReceipt } from './receipt-view.ts';
export { Receipt } from './receipt.tsx';
