import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { Money } from '#domain/money/money.ts';
import type { PayPalMessage, ReportedPayment } from '#server/ports/paypal-provider.ts';
import { PermissionMissing, paypalPermissions, type ProviderPermission } from '#server/ports/permissions.ts';
import { ProviderUnavailable, type UnreadableRecord } from '#server/ports/provider.ts';
import { parseAnswer, storableText } from '../provider-answer.ts';
import { describeAnswer, NoAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { translateMessage } from './paypal-webhook.ts';
import { readMoney, wireMessageList, wireTransactionList, type WireMoney } from './wire-shapes.ts';

/** PayPal's own messages since an instant, newest first. PayPal keeps them for 30 days. */
export async function* listMessages(
  client: PayPalClient,
  since: Date,
  isLive: boolean,
): AsyncGenerator<PayPalMessage | UnreadableRecord> {
  let search = `?${new URLSearchParams({ page_size: '100', start_time: toInstant(since) }).toString()}`;
  while (search !== '') {
    const path = `/v1/notifications/webhooks-events${search}`;
    const page = await readPage(client, path, wireMessageList, 'list of messages');
    for (const message of page.events) yield readListed(message, isLive);
    const next = page.links?.find(({ rel }) => rel === 'next')?.href;
    search = next !== undefined && URL.canParse(next) && page.events.length > 0 ? new URL(next).search : ''; // only the query is used
  }
}

function readListed(message: Record<string, unknown>, isLive: boolean): PayPalMessage | UnreadableRecord {
  try {
    return translateMessage(message, isLive);
  } catch (error) {
    if (error instanceof TypeError)
      return { code: 'unreadable', subjectId: messageIdOf(message), detail: error.message };
    throw error;
  }
}

/** PayPal's id, or a hash of the content when the message has none. */
function messageIdOf(message: Record<string, unknown>): string {
  const id = idSchema.safeParse(message['id']);
  return id.success ? id.data : createHash('sha256').update(JSON.stringify(message)).digest('hex');
}

const idSchema = storableText.check(z.maxLength(500));

/** The payments in PayPal's report of at most 31 days. Throws PermissionMissing when the app may not read it. */
export async function* listPayments(client: PayPalClient, since: Date, until: Date): AsyncGenerator<ReportedPayment> {
  let pages = 1;
  for (let page = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({
      start_date: toInstant(since),
      end_date: toInstant(until),
      fields: 'transaction_info',
      page_size: '500',
      page: String(page),
    });
    const path = `/v1/reporting/transactions?${query.toString()}`;
    const report = await readPage(client, path, wireTransactionList, 'report', paypalPermissions.transactionSearch);
    for (const { transaction_info: info } of report.transaction_details) {
      const isIncoming = !info.transaction_amount.value.startsWith('-');
      const isPayment = info.transaction_event_code.startsWith(paymentCodes) && isIncoming;
      if (!isPayment || (info.transaction_status ?? 'S') !== 'S') continue;
      yield {
        paymentId: info.transaction_id,
        amount: readMoney(info.transaction_amount),
        fee: feeOf(info.fee_amount),
        paidAt: new Date(info.transaction_initiation_date),
      };
    }
    pages = report.total_pages ?? 1;
  }
}

const paymentCodes = 'T00'; // PayPal's prefix for all kinds of payments

/** PayPal reports its fees as negative amounts. */
function feeOf(written: WireMoney | undefined): Money | undefined {
  const fee = written && readMoney({ ...written, value: written.value.replace(/^-/, '') });
  return fee && fee.amountMinor > 0 ? fee : undefined;
}

const toInstant = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

/** Throws ProviderUnavailable when the page cannot be fetched or read. */
async function readPage<Schema extends z.ZodMiniType>(
  client: PayPalClient,
  path: string,
  schema: Schema,
  name: string,
  permission?: ProviderPermission,
): Promise<z.infer<Schema>> {
  try {
    const answer = await client.fetch(AbortSignal.timeout(pageMs), { method: 'GET', path });
    if (answer.status === 403 && permission) throw new PermissionMissing(permission);
    if (answer.status !== 200) throw new ProviderUnavailable(describeAnswer(answer));
    return parseAnswer(schema, answer.content, name);
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof TypeError) {
      throw new ProviderUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}

const pageMs = 10_000; // longer than for a donor, because no one waits for it
