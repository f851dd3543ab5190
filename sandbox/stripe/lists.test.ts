import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type Stripe from 'stripe';
import { controlSandbox } from '../control-client.ts';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { aDonation, stripeFor } from '../testing/payer.ts';
import { startWebhookReceiver } from '../testing/webhook-receiver.ts';
import type { WebhookReceiver } from '../testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let running: RunningSandbox;
let stripe: Stripe;
let ids: string[];
let secondHour: number;

/** Three paid sessions, then an hour, then two open ones; oldest first in `ids`. */
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  running = await startSandbox({ webhook: { url: receiver.url, secret: receiver.secret } });
  stripe = stripeFor(running);
  const control = controlSandbox(running.url);
  ids = [];
  const make = async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    ids.push(session.id);
    return session.id;
  };
  for (const _paid of [1, 2, 3]) await control.submitPayment(await make());
  secondHour = (await control.advanceClock(3600)).now;
  for (const _open of [1, 2]) await make();
  await control.deliverWebhooks();
});

afterAll(async () => {
  await running.close();
  await receiver.close();
});

const idsOf = (list: { data: { id: string }[] }) => list.data.map((item) => item.id);

describe('lists of sessions', () => {
  test('show the newest first', async () => {
    expect(idsOf(await stripe.checkout.sessions.list())).toEqual(ids.toReversed());
  });

  test('go on to older ones after a cursor', async () => {
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first.has_more).toBe(true);
    const rest = await stripe.checkout.sessions.list({ limit: 3, starting_after: first.data[1]?.id ?? '' });
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids.toReversed());
    expect(rest.has_more).toBe(false);
  });

  test('go back to newer ones before a cursor, nearest to it first cut', async () => {
    const page = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[0] ?? '' });
    expect(idsOf(page)).toEqual([ids[2], ids[1]]);
    expect(page.has_more).toBe(true);
  });

  test('are walked whole by the SDK', async () => {
    const walked: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) walked.push(session.id);
    expect(walked).toEqual(ids.toReversed());
  });

  test('are narrowed by moment and status', async () => {
    expect(idsOf(await stripe.checkout.sessions.list({ created: { gte: secondHour } }))).toEqual([ids[4], ids[3]]);
    expect(idsOf(await stripe.checkout.sessions.list({ created: { lt: secondHour } }))).toEqual([
      ids[2],
      ids[1],
      ids[0],
    ]);
    expect(idsOf(await stripe.checkout.sessions.list({ status: 'open' }))).toEqual([ids[4], ids[3]]);
  });

  test('find the session of a payment', async () => {
    const { payment_intent: intent } = await stripe.checkout.sessions.retrieve(ids[1] ?? '');
    const found = await stripe.checkout.sessions.list({ payment_intent: typeof intent === 'string' ? intent : '' });
    expect(idsOf(found)).toEqual([ids[1]]);
  });

  test('refuse a cursor that names nothing, a limit of 101 and a property that cannot be expanded', async () => {
    await expect(stripe.checkout.sessions.list({ starting_after: 'cs_test_nobody' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await expect(stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    await expect(stripe.checkout.sessions.list({ expand: ['data.setup_intent'] })).rejects.toThrow(
      'cannot be expanded',
    );
  });

  test('show the lines of one session page by page', async () => {
    const first = await stripe.checkout.sessions.listLineItems(ids[0] ?? '', { limit: 1 });
    expect(first).toMatchObject({
      has_more: true,
      data: [{ description: 'Coffee', quantity: 1, price: { unit_amount: 476 } }],
    });
  });
});

describe('lists of events', () => {
  test('can be read oldest first from a cursor, as a reconciler does', async () => {
    const all = await stripe.events.list({ limit: 100 });
    const oldest = all.data.at(-1)?.id ?? '';
    const walked: string[] = [];
    for await (const event of stripe.events.list({ limit: 4, ending_before: oldest })) walked.push(event.id);
    expect(walked).toEqual(idsOf(all).toReversed().slice(1));
  });

  test('are narrowed by types', async () => {
    const completed = await stripe.events.list({ types: ['checkout.session.completed'], limit: 100 });
    expect(completed.data).toHaveLength(3);
    const ofPayments = await stripe.events.list({ type: 'payment_intent.*', limit: 100 });
    expect(new Set(ofPayments.data.map((event) => event.type))).toEqual(
      new Set(['payment_intent.created', 'payment_intent.succeeded']),
    );
  });

  test('tell what was delivered', async () => {
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
    const delivered = await stripe.events.list({ delivery_success: true, limit: 100 });
    expect(delivered.data).toHaveLength(15);
    expect(delivered.data.every((event) => event.pending_webhooks === 0)).toBe(true);
  });

  test('keep the object as it was then', async () => {
    const created = await stripe.events.list({ type: 'payment_intent.created', limit: 1 });
    expect(created.data[0]?.data.object).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
  });
});

test('balance transactions add up to what was paid less the fees', async () => {
  const { data } = await stripe.balanceTransactions.list({ limit: 100 });
  expect(data.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
    [524, 45, 479],
    [524, 45, 479],
    [524, 45, 479],
  ]);
});
