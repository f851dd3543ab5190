import type { PayPalCaptureRecord, PayPalOrderRecord } from '../state/paypal-records.ts';
import { captureInOrder } from './capture.ts';
import { link, toInstant } from './links.ts';

const payer = {
  name: { given_name: 'Test', surname: 'Payer' },
  email_address: 'payer@example.org',
  payer_id: 'TESTPAYER0001',
  address: { country_code: 'CA' },
};

/** An order as the API shows it. `url` is the API's address, `pagesUrl` the one that browsers reach. */
export function orderToWire(
  order: PayPalOrderRecord,
  capture: PayPalCaptureRecord | undefined,
  { url, pagesUrl }: { readonly url: string; readonly pagesUrl: string },
) {
  const path = `/v2/checkout/orders/${order.id}`;
  const isApproved = order.status === 'APPROVED' || order.status === 'COMPLETED';
  return {
    id: order.id,
    intent: 'CAPTURE' as const,
    status: order.status,
    purchase_units: [
      {
        reference_id: order.referenceId,
        amount: { ...order.amount, ...(order.breakdown === null ? {} : { breakdown: order.breakdown }) },
        payee: { email_address: 'merchant@example.org', merchant_id: 'SANDBOXMERCHANT' },
        ...(order.description === null ? {} : { description: order.description }),
        ...(order.customId === null ? {} : { custom_id: order.customId }),
        ...(order.invoiceId === null ? {} : { invoice_id: order.invoiceId }),
        ...(order.items.length === 0 ? {} : { items: order.items }),
        ...(capture === undefined ? {} : { payments: { captures: [captureInOrder(capture, url)] } }),
      },
    ],
    ...(isApproved ? { payer } : {}),
    create_time: toInstant(order.created),
    update_time: toInstant(order.updated),
    links: [
      link(url, path, 'self', 'GET'),
      link(pagesUrl, `/paypal/approve/${order.id}`, 'payer-action', 'GET'),
      link(url, `${path}/capture`, 'capture', 'POST'),
    ],
  };
}
