import { createHash } from 'node:crypto';
import type { Money } from '#domain/money/money.ts';
import { ProviderUnavailable } from '#server/payments/card-provider.ts';
import type { PayPalMessage, ReportedPayment, UnreadableMessage } from '#server/payments/paypal-provider.ts';
import { inWords, NoAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { translateMessage } from './paypal-message.ts';
import { fromWireMoney } from './wire-money.ts';
import { readAs } from './wire-reading.ts';
import { wireMessageList, wireNamed, wireTransactionList } from './wire-shapes.ts';

/** PayPal's own messages since an instant, newest first; it keeps them for 30 days. */
export async function* listMessages(
  client: PayPalClient,
  since: Date,
  isLive: boolean,
): AsyncGenerator<PayPalMessage | UnreadableMessage> {
  let search = `?${new URLSearchParams({ page_size: '100', start_time: toInstant(since) }).toString()}`;
  while (search !== '') {
    const content = await readPage(client, `/v1/notifications/webhooks-events${search}`);
    const page = saying(() => readAs(wireMessageList, content, 'list of messages'));
    for (const message of page.events) yield readListed(message, isLive);
    const next = page.links?.find(({ rel }) => rel === 'next')?.href;
    search = next !== undefined && URL.canParse(next) && page.events.length > 0 ? new URL(next).search : ''; // the address stays ours
  }
}

function readListed(message: Record<string, unknown>, isLive: boolean): PayPalMessage | UnreadableMessage {
  try {
    return translateMessage(message, isLive);
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', messageId: nameOf(message), detail: error.message };
    throw error;
  }
}

/** A message has PayPal's id; whatever has none is named by what it says. */
function nameOf(message: Record<string, unknown>): string {
  const named = wireNamed.safeParse(message);
  return named.success ? named.data.id : createHash('sha256').update(JSON.stringify(message)).digest('hex');
}

/** Payments that PayPal reports for a time of at most 31 days. */
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
    const content = await readPage(client, `/v1/reporting/transactions?${query.toString()}`);
    const report = saying(() => readAs(wireTransactionList, content, 'report'));
    for (const { transaction_info: info } of report.transaction_details) {
      const isIncoming = !info.transaction_amount.value.startsWith('-');
      const isPayment = info.transaction_event_code.startsWith(paymentCodes) && isIncoming;
      if (!isPayment || (info.transaction_status ?? 'S') !== 'S') continue;
      yield {
        paymentId: info.transaction_id,
        amount: fromWireMoney(info.transaction_amount),
        fee: feeOf(info.fee_amount),
        paidAt: new Date(info.transaction_initiation_date),
      };
    }
    pages = report.total_pages ?? 1;
  }
}

/** PayPal writes what it keeps as a sum below zero. */
function feeOf(written: Parameters<typeof fromWireMoney>[0] | undefined): Money | undefined {
  const fee = written && fromWireMoney({ ...written, value: written.value.replace(/^-/, '') });
  return fee && fee.amountMinor > 0 ? fee : undefined;
}

const paymentCodes = 'T00'; // PayPal's group of all payments
const pageMs = 10_000; // nobody waits at a page for it

const toInstant = (instant: Date): string => instant.toISOString().replace(/\.\d+Z$/, 'Z');

async function readPage(client: PayPalClient, path: string): Promise<unknown> {
  try {
    const answer = await client.fetch(AbortSignal.timeout(pageMs), { method: 'GET', path });
    if (answer.status === 200) return answer.content;
    throw new ProviderUnavailable(inWords(answer));
  } catch (error) {
    if (error instanceof NoAnswer) throw new ProviderUnavailable(error.message, { cause: error });
    throw error;
  }
}

/** A list that cannot be read is one that could not be asked for. */
function saying<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof TypeError) throw new ProviderUnavailable(error.message, { cause: error });
    throw error;
  }
}
