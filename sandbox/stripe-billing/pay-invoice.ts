import type { Sandbox } from '../sandbox.ts';
import type { InvoiceRecord, PaymentMethodRecord } from '../state/billing-records.ts';
import type { PaymentFailure } from '../state/records.ts';
import { bringUpToDate } from './renew-subscription.ts';
import { intentOf, refuseInvoice, settleInvoice } from './settle-invoice.ts';

/** How paying by hand ended; `closed`: the invoice was not open any more. */
export type PayResult =
  | { readonly code: 'paid'; readonly invoice: InvoiceRecord }
  | { readonly code: 'refused'; readonly failure: PaymentFailure }
  | { readonly code: 'closed' };

/** Pays an open invoice by hand with a card that its customer left. The plan of automatic attempts stays as it is. */
export function payInvoice(sandbox: Sandbox, invoiceId: string, method: PaymentMethodRecord): PayResult {
  const { store } = sandbox;
  return store.transact((): PayResult => {
    const invoice = store.invoices.get(invoiceId);
    const subscription = store.subscriptions.get(invoice?.subscriptionId ?? '');
    if (invoice?.status !== 'open' || subscription === undefined) return { code: 'closed' };
    const intent = intentOf(sandbox, subscription, invoice, method);
    const { instrument, laterFailure: failure } = method;
    if (failure !== null) {
      refuseInvoice(sandbox, invoice, intent, { instrument, failure });
      return { code: 'refused', failure };
    }
    settleInvoice(sandbox, invoice, intent, instrument);
    bringUpToDate(sandbox, subscription);
    return { code: 'paid', invoice: store.invoices.get(invoiceId) ?? invoice };
  });
}
