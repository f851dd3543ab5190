import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { PayPalError } from '../error.ts';
import { toMinor, toMoney } from '../money.ts';
import { merchantId, type PayPalCaptureRecord, type PayPalMoney } from '../records.ts';
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
const lagSeconds = 3 * 3600;
const resultMax = 10_000;

/**
 * `GET /v1/reporting/transactions`: all captures and refunds in at most 31 days of the last three years, oldest first. PayPal's report lags, so it
 * refuses a period that begins later; this one lists everything at once all the same. Without transactions there is no list.
 */
export const listTransactions: PayPalEndpoint = (sandbox, { query }) => {
  requireFeature(sandbox, 'transaction_search');
  const parsed = parseInput(listSchema, query);
  const { start_date: start, end_date: end, page, page_size: size } = parsed;
  const [since, until] = [Date.parse(start) / 1000, Date.parse(end) / 1000];
  if (until - since > daysMax * 24 * 3600) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Date range is greater than 31 days.');
  }
  if (since < sandbox.clock.nowSeconds() - yearsMax * 365 * 24 * 3600) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Start date is more than three years ago.');
  }
  if (since > sandbox.clock.nowSeconds() - lagSeconds) {
    throw new PayPalError(400, 'INVALID_REQUEST', 'Data for the given start date is not available.');
  }
  const found = transactions(sandbox)
    .filter(({ at }) => at >= since && at <= until)
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
      last_refreshed_datetime: toInstant(sandbox.clock.nowSeconds()),
      page,
      total_items: found.length,
      total_pages: pages,
    },
  };
};

interface Transaction {
  readonly at: number;
  readonly id: string;
  readonly code: 'T0006' | 'T1107';
  readonly status: 'S' | 'F' | 'V';
  readonly amount: PayPalMoney;
  readonly fee: PayPalMoney | null;
  readonly referenceId: string | null;
  readonly customId: string | null;
}

function transactions({ store }: Sandbox): Transaction[] {
  const captures = [...store.paypalCaptures.values()].filter(
    ({ status }) => status !== 'PENDING' && status !== 'DECLINED',
  );
  const paid = captures.map((capture): Transaction => ({
    at: capture.created,
    id: capture.id,
    code: 'T0006',
    status: statusOf(capture),
    amount: capture.amount,
    fee: toMoney(toMinor(capture.fee), capture.amount.currency_code),
    referenceId: null,
    customId: capture.customId,
  }));
  const refunds = [...store.paypalRefunds.values()].map((refund): Transaction => ({
    at: refund.created,
    id: refund.id,
    code: 'T1107',
    status: 'S',
    amount: refund.amount,
    fee: null,
    referenceId: refund.captureId,
    customId: refund.customId,
  }));
  return [...paid, ...refunds];
}

/** `F`: partially refunded. `V`: fully refunded. */
function statusOf({ status }: PayPalCaptureRecord): Transaction['status'] {
  if (status === 'PARTIALLY_REFUNDED') return 'F';
  return status === 'REFUNDED' ? 'V' : 'S';
}

function toWire({ at, id, code, status, amount, fee, referenceId, customId }: Transaction) {
  const isRefund = code === 'T1107';
  return {
    transaction_info: {
      transaction_id: id,
      ...(referenceId === null ? {} : { paypal_reference_id: referenceId, paypal_reference_id_type: 'TXN' }),
      transaction_event_code: code,
      transaction_initiation_date: toInstant(at),
      transaction_updated_date: toInstant(at),
      transaction_amount: { ...amount, value: isRefund ? `-${amount.value}` : amount.value },
      ...(fee === null ? {} : { fee_amount: { ...fee, value: `-${fee.value}` } }),
      transaction_status: status,
      ...(customId === null ? {} : { custom_field: customId }),
    },
  };
}
