import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { PayPalMessage } from '#server/ports/paypal-provider.ts';
import type { UnreadableRecord } from '#server/ports/provider.ts';
import { storableText } from '../provider-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { translateMessage } from './webhooks/paypal-webhook.ts';
import { nextQuery, readPage, toInstant } from './client/read-page.ts';
import { wireMessageList } from './wire-shapes.ts';

/** Lists the messages that PayPal has stored since an instant, newest first. PayPal keeps them for 30 days. */
export async function* listMessages(
  client: PayPalClient,
  since: Date,
  isLive: boolean,
): AsyncGenerator<PayPalMessage | UnreadableRecord> {
  let query = `?${new URLSearchParams({ page_size: '100', start_time: toInstant(since) }).toString()}`;
  while (query !== '') {
    const path = `/v1/notifications/webhooks-events${query}`;
    const page = await readPage(client, { path, schema: wireMessageList, name: 'list of messages' });
    for (const message of page.events) yield readListed(message, isLive);
    query = nextQuery(page.links, page.events.length);
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

/** Returns the message's id, or a hash of its content if it has no id that we can store. */
function messageIdOf(message: Record<string, unknown>): string {
  const id = idSchema.safeParse(message['id']);
  return id.success ? id.data : createHash('sha256').update(JSON.stringify(message)).digest('hex');
}

const idSchema = storableText.check(z.maxLength(500));
