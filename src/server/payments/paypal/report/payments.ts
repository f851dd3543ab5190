import type { Money } from '#domain/money/money.ts';
import type { ReportedPayment, ReportedRefund } from '#server/ports/paypal-provider.ts';
import type { PayPalClient } from '../client/paypal-client.ts';
import { readMoney, type WireMoney, type WireReportEntry } from '../wire-shapes.ts';
import { readReport } from './read-report.ts';

/** Lists the payments to us and refunds by us in PayPal's report. Throws PermissionMissing if our app may not read it. */
export async function* listTransactions(
  client: PayPalClient,
  since: Date,
  until: Date,
): AsyncGenerator<ReportedPayment | ReportedRefund> {
  for await (const entry of readReport(client, since, until)) {
    const reported = readEntry(entry);
    if (reported) yield reported;
  }
}

/** Reads an entry. Undefined for an entry of another type, and for a denied or pending one. */
function readEntry(entry: WireReportEntry): ReportedPayment | ReportedRefund | undefined {
  const { transaction_id: id, transaction_event_code: code, transaction_amount: amount } = entry;
  if (unpaidStatuses.has(entry.transaction_status ?? '')) return undefined;
  if (code === refundCode) return { kind: 'refund', refundId: id, paymentId: entry.paypal_reference_id };
  const isIncoming = !amount.value.startsWith('-');
  if (!code.startsWith(paymentCodes) || !isIncoming) return undefined;
  return {
    kind: 'payment',
    paymentId: id,
    amount: readMoney(amount),
    fee: feeOf(entry.fee_amount),
    paidAt: new Date(entry.transaction_initiation_date),
  };
}

/** The prefix of the codes of all types of payments. */
const paymentCodes = 'T00';

/** A refund by the merchant. */
const refundCode = 'T1107';

/** The statuses of denied and pending entries. A payment that was refunded later has another status. */
export const unpaidStatuses: ReadonlySet<string> = new Set(['D', 'P']);

/** PayPal reports its fees as negative amounts. */
function feeOf(reported: WireMoney | undefined): Money | undefined {
  const fee = reported && readMoney({ ...reported, value: reported.value.replace(/^-/, '') });
  return fee && fee.amountMinor > 0 ? fee : undefined;
}
