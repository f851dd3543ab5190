import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';

/** A received webhook. */
export interface ReceivedWebhook {
  readonly body: string;
  readonly signature: string;
}

/** A webhook endpoint that stores what it receives. */
export interface WebhookReceiver {
  readonly url: string;
  readonly secret: string;
  readonly received: readonly ReceivedWebhook[];
  /** The received events, each verified by the official SDK. */
  readonly events: () => Stripe.Event[];
  /** The types of the received events, in order of arrival. */
  readonly types: () => string[];
  /** Responds to the next webhooks with these statuses, and later ones with 200. */
  readonly respondWith: (...statuses: number[]) => void;
  readonly close: () => Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  let statuses: number[] = [];
  const secret = 'whsec_receiver';
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({
        body: Buffer.concat(parts).toString('utf8'),
        signature: String(request.headers['stripe-signature']),
      });
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe('sk_test_receiver');
  const events = (): Stripe.Event[] =>
    received.map(({ body, signature }) => stripe.webhooks.constructEvent(body, signature, secret));
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    secret,
    received,
    events,
    types: () => events().map((event) => event.type),
    respondWith: (...next) => {
      statuses = [...statuses, ...next];
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
