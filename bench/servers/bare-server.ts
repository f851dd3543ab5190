/** Node's HTTP server and a bare database driver that run the product's statements and nothing else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { openBareStore } from '../bare/store.ts';
import { snacksText } from '../bare/statements.ts';
import { insertIntentStep, saveSessionStep } from '../bare/transactions.ts';
import { answerParent } from '../processes/answer-parent.ts';
import { pendingIntentRow } from '../rows/pending-intents.ts';
import { respondToDonor, isDonorPath } from './bare-donor.ts';
import { pidPath } from './pid-path.ts';
import { openedSession } from './production.ts';

const store = openBareStore(process.env);
const snacks = Buffer.from(
  JSON.stringify(
    (await store.query(snacksText)).map(({ id, name, price_minor: minor, meals }) => ({
      id,
      name,
      price: Number(minor) / 100,
      mealsProvided: meals,
    })),
  ),
);
const pid = Buffer.from(JSON.stringify({ pid: process.pid }));

const server = createServer((request, response) => {
  if (request.url === '/api/snacks') return sendJson(response, snacks);
  if (request.url === pidPath) return sendJson(response, pid);
  if (isDonorPath(request.url ?? '')) return void handleDonorCall(request, response);
  void handleCheckout(request, response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
answerParent(
  {},
  async () => {
    server.closeAllConnections();
    await store.close();
  },
  (server.address() as AddressInfo).port,
);

function sendJson(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

async function handleDonorCall({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  sendJson(response, await respondToDonor(store, url, headers.cookie ?? ''));
}

async function handleCheckout(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { successUrl: string; cancelUrl: string };
  const intent = {
    ...pendingIntentRow(randomUUID(), new Date()),
    provider_session_id: null,
    success_url: body.successUrl,
    cancel_url: body.cancelUrl,
  };
  await store.run(insertIntentStep(intent));
  const session = openedSession(intent.id);
  await store.run(
    saveSessionStep(intent.id, { ...session, expiresAt: intent.expires_at, now: new Date().toISOString() }),
  );
  sendJson(response, Buffer.from(JSON.stringify({ url: session.url })));
}
