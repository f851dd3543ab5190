import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An id as Stripe writes it: a prefix and random letters and digits. */
export function randomId(prefix: string, length: number): string {
  let id = prefix;
  while (id.length < prefix.length + length) {
    for (const byte of randomBytes(length)) {
      // 248 is the largest multiple of 62 below 256: larger bytes would favor some letters.
      if (byte < 248 && id.length < prefix.length + length) id += alphabet[byte % 62];
    }
  }
  return id;
}

/** Creates an id for each kind of object. */
export const newId = {
  checkoutSession: () => randomId('cs_test_a1', 56),
  paymentIntent: () => randomId('pi_3', 23),
  charge: () => randomId('ch_3', 23),
  bankCharge: () => randomId('py_3', 23),
  paymentMethod: () => randomId('pm_1', 23),
  balanceTransaction: () => randomId('txn_3', 23),
  payout: () => randomId('po_1', 23),
  refund: () => randomId('re_3', 23),
  dispute: () => randomId('du_1', 23),
  fraudWarning: () => randomId('issfr_1', 23),
  event: () => randomId('evt_1', 23),
  lineItem: () => randomId('li_1', 23),
  price: () => randomId('price_1', 23),
  product: () => randomId('prod_', 14),
  customer: () => randomId('cus_', 14),
  subscription: () => randomId('sub_1', 23),
  subscriptionItem: () => randomId('si_', 14),
  invoice: () => randomId('in_1', 23),
  upcomingInvoice: () => randomId('upcoming_in_1', 23),
  invoiceLine: () => randomId('il_1', 23),
  invoicePayment: () => randomId('inpay_1', 23),
  portalConfiguration: () => randomId('bpc_1', 23),
  portalSession: () => randomId('bps_1', 23),
  pageSecret: () => randomId('test_', 32),
  request: () => randomId('req_', 14),
  fault: () => randomId('fault_', 8),
};
