import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { accountEntries, lagSeconds, type AccountEntry } from '../account/entries.ts';
import { PayPalError } from '../error.ts';
import { toSignedMoney } from '../money.ts';
import { merchantId } from '../records.ts';
import { toInstant } from '../wire.ts';
import { parseInput, type PayPalEndpoint } from './call.ts';
import { requireFeature } from './features.ts';

const listSchema = z.object({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  fields: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});

const daysMax = 31;
const yearsMax = 3;
const resultMax = 10_000;

/**
 * `GET /v1/reporting/transactions`: the changes of the balance in at most 31 days of the last three years, oldest first. The
 * last three hours are missing, and a period that begins within them is refused. An empty list is left out of the response.
 */
export const listTransactions: PayPalEndpoint = (sandbox, { query }) => {
  requireFeature(sandbox, 'transaction_search');
  const parsed = parseInput(listSchema, query);
  const { start_date: start, end_date: end, page, page_size: size } = parsed;
  const [since, until] = [Date.parse(start) / 1000, Date.parse(end) / 1000];
  const refreshed = sandbox.clock.nowSeconds() - lagSeconds;
  if (until - since > daysMax * 24 * 3600) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Date range is greater than 31 days.');
  }
  if (since < oldestReported(sandbox)) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Start date is more than three years ago.');
  }
  if (since > refreshed) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Data for the given start date is not available.');
  }
  const found = accountEntries(sandbox)
    .filter(({ at, movedAt }) => at >= since && at <= until && movedAt <= refreshed)
    .toSorted((first, second) => first.at - second.at);
  if (found.length > resultMax) {
    const message = 'Result set size is greater than the maximum limit. Change the filter criteria and try again.';
    throw new PayPalError(400, 'RESULTSET_TOO_LARGE', message);
  }
  const pages = Math.max(1, Math.ceil(found.length / size));
  return {
    status: 200,
    body: {
      ...(found.length === 0 ? {} : { transaction_details: found.slice((page - 1) * size, page * size).map(toWire) }),
      account_number: merchantId,
      start_date: start,
      end_date: end,
      last_refreshed_datetime: toInstant(refreshed),
      page,
      total_items: found.length,
      total_pages: pages,
    },
  };
};

/** Sandbox second at which PayPal's reports begin. */
export const oldestReported = ({ clock }: Sandbox): number => clock.nowSeconds() - yearsMax * 365 * 24 * 3600;

const toWire = (entry: AccountEntry) => ({
  transaction_info: {
    transaction_id: entry.id,
    ...(entry.referenceId === null
      ? {}
      : { paypal_reference_id: entry.referenceId, paypal_reference_id_type: 'TXN' as const }),
    transaction_event_code: entry.code,
    transaction_initiation_date: toInstant(entry.at),
    transaction_updated_date: toInstant(entry.movedAt),
    transaction_amount: toSignedMoney(entry.amountMinor, entry.currency),
    ...(entry.feeMinor === 0 ? {} : { fee_amount: toSignedMoney(-entry.feeMinor, entry.currency) }),
    transaction_status: entry.status,
    ...(entry.customId === null ? {} : { custom_field: entry.customId }),
  },
});
