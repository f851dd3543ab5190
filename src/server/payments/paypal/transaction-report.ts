import type { Money } from '#domain/money/money.ts';
import type { ReportedPayment, ReportedRefund } from '#server/ports/paypal-provider.ts';
import { PermissionMissing, paypalPermissions } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { describeAnswer, issueOf, type PayPalAnswer } from './client/paypal-answer.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { readPage, toInstant } from './client/read-page.ts';
import { readMoney, wireReport, type WireMoney, type WireReportEntry } from './wire-shapes.ts';

/**
 * The payments and refunds in PayPal's report. A report covers at most 31 days. All periods are of the same length, because
 * PayPal refuses one that begins in the last hours. Throws PermissionMissing when the app may not read it.
 */
export async function* listTransactions(
  client: PayPalClient,
  since: Date,
  until: Date,
): AsyncGenerator<ReportedPayment | ReportedRefund> {
  const periods = Math.ceil((until.getTime() - since.getTime()) / periodMaxMs);
  const instantAt = (period: number): Date =>
    new Date(since.getTime() + ((until.getTime() - since.getTime()) * period) / periods);
  for (let period = 0; period < periods; period += 1) {
    yield* listPeriod(client, instantAt(period), instantAt(period + 1));
  }
}

const hourMs = 60 * 60 * 1000;
const periodMaxMs = 31 * 24 * hourMs;

/** PayPal refuses reports of more than 10,000 transactions, so such a period is read in halves. */
async function* listPeriod(
  client: PayPalClient,
  since: Date,
  until: Date,
): AsyncGenerator<ReportedPayment | ReportedRefund> {
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const report = await readReport(client, { since, until, page });
    if (report === 'too_large') {
      const middle = new Date((since.getTime() + until.getTime()) / 2);
      yield* listPeriod(client, since, middle);
      yield* listPeriod(client, middle, until);
      return;
    }
    for (const { transaction_info: entry } of report.transaction_details) {
      const reported = readEntry(entry);
      if (reported) yield reported;
    }
    pages = report.total_pages ?? 1;
  }
}

async function readReport(
  client: PayPalClient,
  { since, until, page }: { readonly since: Date; readonly until: Date; readonly page: number },
) {
  const query = new URLSearchParams({
    start_date: toInstant(since),
    end_date: toInstant(until),
    fields: 'transaction_info',
    page_size: '500',
    page: String(page),
  });
  const path = `/v1/reporting/transactions?${query.toString()}`;
  try {
    return await readPage(client, { path, schema: wireReport, name: 'report', errorOf });
  } catch (error) {
    const canSplit = until.getTime() - since.getTime() >= 2 * hourMs;
    if (error instanceof ReportTooLarge && canSplit) return 'too_large';
    throw error;
  }
}

class ReportTooLarge extends ProviderUnavailable {}

function errorOf(refusal: PayPalAnswer): Error | undefined {
  if (refusal.status === 403) return new PermissionMissing(paypalPermissions.transactionSearch);
  return issueOf(refusal) === 'RESULTSET_TOO_LARGE' ? new ReportTooLarge(describeAnswer(refusal)) : undefined;
}

/** Undefined for everything but payments to us and refunds by us, and for what is denied or pending. */
function readEntry(entry: WireReportEntry): ReportedPayment | ReportedRefund | undefined {
  const { transaction_id: id, transaction_event_code: code, transaction_amount: amount } = entry;
  if (unpaid.has(entry.transaction_status ?? '')) return undefined;
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

const paymentCodes = 'T00'; // PayPal's prefix for all kinds of payments
const refundCode = 'T1107'; // a refund by the merchant

/** Denied and pending. A payment that was refunded later has a status of its own. */
const unpaid: ReadonlySet<string> = new Set(['D', 'P']);

/** PayPal reports its fees as negative amounts. */
function feeOf(written: WireMoney | undefined): Money | undefined {
  const fee = written && readMoney({ ...written, value: written.value.replace(/^-/, '') });
  return fee && fee.amountMinor > 0 ? fee : undefined;
}
