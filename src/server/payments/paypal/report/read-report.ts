import { PermissionMissing, paypalPermissions } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { describeResponse, issueOf, type PayPalResponse } from '../client/paypal-response.ts';
import type { PayPalClient } from '../client/paypal-client.ts';
import { readPage, toInstant } from '../client/read-page.ts';
import { wireReport, type WireReport, type WireReportEntry } from '../wire-shapes.ts';

/**
 * Reads the entries of PayPal's report that moved our balance between two instants, oldest period first. A request covers at
 * most 31 days. All periods have the same length, because PayPal refuses a period that begins in the last hours. Throws
 * PermissionMissing if our app may not read the report.
 */
export async function* readReport(client: PayPalClient, since: Date, until: Date): AsyncGenerator<WireReportEntry> {
  const periods = Math.ceil((until.getTime() - since.getTime()) / periodMaxMs);
  const instantAt = (period: number): Date =>
    new Date(since.getTime() + ((until.getTime() - since.getTime()) * period) / periods);
  for (let period = 0; period < periods; period += 1) {
    yield* readPeriod(client, instantAt(period), instantAt(period + 1));
  }
}

const hourMs = 60 * 60 * 1000;
const periodMaxMs = 31 * 24 * hourMs;

/** PayPal refuses reports of more than 10,000 transactions, so such a period is read in halves. */
async function* readPeriod(client: PayPalClient, since: Date, until: Date): AsyncGenerator<WireReportEntry> {
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const report = await readReportPage(client, { since, until, page });
    if (report === 'too_large') {
      const middle = new Date((since.getTime() + until.getTime()) / 2);
      yield* readPeriod(client, since, middle);
      yield* readPeriod(client, middle, until);
      return;
    }
    for (const { transaction_info: entry } of report.transaction_details) yield entry;
    pages = report.total_pages ?? 1;
  }
}

/** Fetches the time at which PayPal last refreshed its report; undefined if PayPal does not say. */
export async function fetchReportRefreshTime(client: PayPalClient, since: Date): Promise<Date | undefined> {
  const report = await readReportPage(client, { since, until: new Date(since.getTime() + hourMs), page: 1 });
  if (report === 'too_large' || report.last_refreshed_datetime === undefined) return undefined;
  return new Date(report.last_refreshed_datetime);
}

async function readReportPage(
  client: PayPalClient,
  { since, until, page }: { readonly since: Date; readonly until: Date; readonly page: number },
): Promise<WireReport | 'too_large'> {
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

function errorOf(refusal: PayPalResponse): Error | undefined {
  if (refusal.status === 403) return new PermissionMissing(paypalPermissions.transactionSearch);
  return issueOf(refusal) === 'RESULTSET_TOO_LARGE' ? new ReportTooLarge(describeResponse(refusal)) : undefined;
}
