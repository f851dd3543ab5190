/** The process that sends requests at a given rate, as visitors do, and the webhooks that report the opened checkouts as paid. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { answerParent } from '../processes/answer-parent.ts';
import { percentile } from '../statistics.ts';
import type { BurstCommand, PacedCall, PacedCommand, PacedResult, Settled } from './paced-commands.ts';
import { paidWebhook } from './paid-webhook.ts';

interface TimedResponse {
  /** The status of the response, or an error's code when the connection failed. */
  readonly status: number | string;
  readonly ms: number;
  readonly hasRetryAfter: boolean;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 4000 });
const settling: Promise<string>[] = [];
let repeated = 0;

answerParent({ pace, burst, settle }, async () => agent.destroy());

/** Sends requests on schedule, however slow the responses are, and waits for all of them. */
async function pace({ port, seconds, rates: [from, to], calls }: PacedCommand): Promise<PacedResult[]> {
  const responses = new Map(calls.map(({ name }) => [name, [] as TimedResponse[]]));
  const pending: Promise<unknown>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; ;) {
    const elapsed = (performance.now() - startedAt) / 1000;
    if (elapsed >= seconds) break;
    const due = from * elapsed + ((to - from) * elapsed ** 2) / (2 * seconds);
    for (; sent < due; sent += 1) {
      const paced = calls[sent % calls.length];
      if (paced) pending.push(sendOne(port, paced).then((response) => responses.get(paced.name)?.push(response)));
    }
    await pause(1);
  }
  await Promise.all(pending);
  return [...responses].map(([name, list]) => summarize(name, list));
}

async function burst({ port, count, call }: BurstCommand): Promise<PacedResult[]> {
  return [summarize(call.name, await Promise.all(Array.from({ length: count }, () => sendOne(port, call))))];
}

async function sendOne(port: number, paced: PacedCall): Promise<TimedResponse> {
  const response = await send(port, paced);
  if (paced.opensPayment && response.status === 200) settling.push(payFor(port, response.body));
  return response;
}

/** Waits until every payment that was opened since the previous call has settled. */
async function settle(): Promise<Settled> {
  const sessions = await Promise.all(settling.splice(0));
  const settled = { sessions, repeated };
  repeated = 0;
  return settled;
}

async function payFor(port: number, opened: string): Promise<string> {
  const session = `cs_test_${/int_\w+/.exec(opened)?.[0] ?? ''}`;
  await pause(1000);
  for (;;) {
    const { status } = await send(port, paidWebhook(session));
    if (status === 200) return session;
    if (typeof status === 'number' && status !== 503) throw new Error(`the webhook of ${session} got ${status}`);
    repeated += 1;
    await pause(2000);
  }
}

async function send(port: number, { method, path, headers, body }: PacedCall): Promise<TimedResponse> {
  const startedAt = performance.now();
  const since = (): number => performance.now() - startedAt;
  try {
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers }).end(body);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const read = await text(response);
    const hasRetryAfter = response.headers['retry-after'] !== undefined;
    return { status: response.statusCode ?? 0, ms: since(), hasRetryAfter, body: read };
  } catch (error) {
    return { status: codeOf(error), ms: since(), hasRetryAfter: false, body: '' };
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error);

function summarize(name: string, responses: readonly TimedResponse[]): PacedResult {
  const statuses: Record<string, number> = {};
  for (const { status } of responses) statuses[status] = (statuses[status] ?? 0) + 1;
  const times = responses.filter(({ status }) => status === 200).map(({ ms }) => ms);
  const at = (percent: number): number => (times.length === 0 ? NaN : percentile(times, percent));
  const unexplained = responses.filter(({ status, hasRetryAfter }) => status === 503 && !hasRetryAfter).length;
  return { name, statuses, p50Ms: at(50), p95Ms: at(95), unexplained };
}
