import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { confirmResponse } from '#contract/receipt.ts';
import { controlSandbox } from '#sandbox/control-client.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import type { CrashWorld } from '#tools/crash/crash-world.ts';
import type { LoadResponse } from '../load.ts';

/** Donors who begin at a steady rate, even if earlier ones have not finished. */
export interface CheckoutStream {
  /** The responses of the product, newest last. */
  readonly responses: readonly LoadResponse[];
  /** The payment pages that the product opened. */
  readonly sessionIds: ReadonlySet<string>;
  /** The donations that the product confirmed. */
  readonly donationIds: ReadonlySet<string>;
  readonly begun: number;
  /** Resolves when the last donor has finished. */
  stop(): Promise<void>;
}

const donorsAtOnceMax = 300;
const tickMs = 10;
const urlResponse = z.object({ url: z.url() });

export function startCheckoutStream(world: CrashWorld, perSecond: number): CheckoutStream {
  const stream = {
    responses: [] as LoadResponse[],
    sessionIds: new Set<string>(),
    donationIds: new Set<string>(),
    begun: 0,
  };
  const running = new Set<Promise<void>>();
  const startedAt = performance.now();
  let due = 0;
  const begin = (): void => {
    due += 1;
    if (running.size >= donorsAtOnceMax) return; // as many as one machine can run
    stream.begun += 1;
    const donor: Promise<void> = donate(world, stream).finally(() => running.delete(donor));
    running.add(donor);
  };
  const beginDueDonors = (): void => {
    while (due < ((performance.now() - startedAt) / 1000) * perSecond) begin();
  };
  const timer = setInterval(beginDueDonors, tickMs);
  return Object.assign(stream, {
    stop: async () => {
      clearInterval(timer);
      await Promise.all(running);
    },
  });
}

interface Records {
  readonly responses: LoadResponse[];
  readonly sessionIds: Set<string>;
  readonly donationIds: Set<string>;
}

/** Opens a payment page, pays, and confirms the donation as the thank-you page does. */
async function donate(world: CrashWorld, { responses, sessionIds, donationIds }: Records): Promise<void> {
  const request = { successUrl: `${world.origin}/donation-success`, cancelUrl: `${world.origin}/#donate` };
  const opened = await post(world, responses, 'checkout', '/api/create-checkout-session', checkoutBody({ request }));
  if (opened === undefined) return;
  const sessionId = new URL(urlResponse.parse(opened).url).pathname.split('/').at(-1) ?? '';
  sessionIds.add(sessionId);
  const paid = await controlSandbox(world.sandboxUrl).submitPayment(sessionId);
  await paid.body?.cancel();
  const back = new URL(paid.headers.get('location') ?? '', world.origin);
  const donationId = back.searchParams.get('transaction_id') ?? '';
  const confirmed = await post(world, responses, 'confirm', `/api/donations/${donationId}/confirm`);
  if (confirmed !== undefined && confirmResponse.parse(confirmed).status === 'settled') donationIds.add(donationId);
}

/** Posts to the product and records the outcome. Resolves to the response's JSON, or to undefined if the call failed. */
async function post(
  { serverUrl, origin }: CrashWorld,
  responses: LoadResponse[],
  name: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const headers = { origin, connection: 'close', 'idempotency-key': randomUUID(), 'content-type': 'application/json' };
  const startedAt = performance.now();
  const note = (outcome: number | string): void =>
    void responses.push({ name, outcome, isExpected: outcome === 200, startedAt, endedAt: performance.now() });
  try {
    const response = await fetch(`${serverUrl}${path}`, {
      method: 'POST',
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    note(response.status);
    return response.ok ? (JSON.parse(text) as unknown) : undefined;
  } catch (error) {
    note(error instanceof Error ? error.message : 'unknown');
    return undefined;
  }
}
