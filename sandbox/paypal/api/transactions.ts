import { z } from 'zod';
import { hasPermission } from '#sandbox/faults.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { notAuthorized, unprocessable } from '../error.ts';
import { toMinor, toMoney } from '../money.ts';
import { merchantId, type PayPalMoney } from '../records.ts';
import { toInstant } from '../wire.ts';
import { parseInput, type PayPalEndpoint } from './call.ts';

const listSchema = z.object({
  start_date: z.iso.datetime({ offset: true }),
  end_date: z.iso.datetime({ offset: true }),
  fields: z.string().optional(),
  page: z.coerce.number().int().min(1).default(1),
  page_size: z.coerce.number().int().min(1).max(500).default(100),
});

const daysMax = 31;

/** The feature of a PayPal app that this call needs. */
export const transactionSearch = 'transaction_search';

/** `GET /v1/reporting/transactions`: all captures and refunds in at most 31 days, oldest first. */
export const listTransactions: PayPalEndpoint = (sandbox, { query }) => {
  if (!hasPermission(sandbox, transactionSearch)) throw notAuthorized();
  const parsed = parseInput(listSchema, query);
  const { start_date: start, end_date: end, page, page_size: size } = parsed;
  const [since, until] = [Date.parse(start) / 1000, Date.parse(end) / 1000];
  if (until - since > daysMax * 24 * 3600) {
    throw unprocessable('INVALID_DATE_RANGE', 'The date range is greater than 31 days.');
  }
  const found = transactions(sandbox)
    .filter(({ at }) => at >= since && at <= until)
    .toSorted((first, second) => first.at - second.at);
  const pages = Math.max(1, Math.ceil(found.length / size));
  return {
    status: 200,
    body: {
      transaction_details: found.slice((page - 1) * size, page * size).map(toWire),
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
    amount: capture.amount,
    fee: toMoney(toMinor(capture.fee), capture.amount.currency_code),
    referenceId: null,
    customId: capture.customId,
  }));
  const refunds = [...store.paypalRefunds.values()].map((refund): Transaction => ({
    at: refund.created,
    id: refund.id,
    code: 'T1107',
    amount: refund.amount,
    fee: null,
    referenceId: refund.captureId,
    customId: refund.customId,
  }));
  return [...paid, ...refunds];
}

function toWire({ at, id, code, amount, fee, referenceId, customId }: Transaction) {
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
      transaction_status: 'S',
      ...(customId === null ? {} : { custom_field: customId }),
    },
  };
}
