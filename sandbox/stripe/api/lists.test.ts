import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { controlSandbox } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { aDonation, stripeFor } from '#sandbox/testing/payer.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing/webhook-receiver.ts';

let receiver: WebhookReceiver;
let running: RunningSandbox;
let stripe: Stripe;
let ids: string[];
let secondHour: number;

/** Creates three paid sessions and, an hour later, two open ones; `ids` lists them oldest first. */
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  running = await startSandbox({ webhook: { url: receiver.url, secret: receiver.secret } });
  stripe = stripeFor(running);
  const control = controlSandbox(running.url);
  ids = [];
  const createSession = async () => {
    const session = await stripe.checkout.sessions.create(aDonation());
    ids.push(session.id);
    return session.id;
  };
  for (const _paid of [1, 2, 3]) await control.submitPayment(await createSession());
  secondHour = (await control.advanceClock(3600)).now;
  for (const _open of [1, 2]) await createSession();
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

  test('continue with older sessions after a cursor', async () => {
    const first = await stripe.checkout.sessions.list({ limit: 2 });
    expect(first.has_more).toBe(true);
    const rest = await stripe.checkout.sessions.list({ limit: 3, starting_after: first.data[1]?.id ?? '' });
    expect([...idsOf(first), ...idsOf(rest)]).toEqual(ids.toReversed());
    expect(rest.has_more).toBe(false);
  });

  test('continue with newer sessions before a cursor, closest first', async () => {
    const page = await stripe.checkout.sessions.list({ limit: 2, ending_before: ids[0] ?? '' });
    expect(idsOf(page)).toEqual([ids[2], ids[1]]);
    expect(page.has_more).toBe(true);
  });

  test('are paged through by the SDK', async () => {
    const seen: string[] = [];
    for await (const session of stripe.checkout.sessions.list({ limit: 2 })) seen.push(session.id);
    expect(seen).toEqual(ids.toReversed());
  });

  test('are filtered by time and status', async () => {
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

  test('refuse an unknown cursor, a limit of 101 and a property that cannot be expanded', async () => {
    await expect(stripe.checkout.sessions.list({ starting_after: 'cs_test_unknown' })).rejects.toMatchObject({
      code: 'resource_missing',
    });
    await expect(stripe.checkout.sessions.list({ limit: 101 })).rejects.toMatchObject({ param: 'limit' });
    await expect(stripe.checkout.sessions.list({ expand: ['data.setup_intent'] })).rejects.toThrow(
      'cannot be expanded',
    );
  });
});

describe('lists of events', () => {
  test('are paged through oldest first from a cursor', async () => {
    const all = await stripe.events.list({ limit: 100 });
    const oldest = all.data.at(-1)?.id ?? '';
    const visited: string[] = [];
    for await (const event of stripe.events.list({ limit: 4, ending_before: oldest })) visited.push(event.id);
    expect(visited).toEqual(idsOf(all).toReversed().slice(1));
  });

  test('are filtered by type', async () => {
    const completed = await stripe.events.list({ types: ['checkout.session.completed'], limit: 100 });
    expect(completed.data).toHaveLength(3);
    const ofPayments = await stripe.events.list({ type: 'payment_intent.*', limit: 100 });
    expect(new Set(ofPayments.data.map((event) => event.type))).toEqual(
      new Set(['payment_intent.created', 'payment_intent.succeeded']),
    );
  });

  test('show which events were delivered', async () => {
    expect((await stripe.events.list({ delivery_success: false })).data).toEqual([]);
    const delivered = await stripe.events.list({ delivery_success: true, limit: 100 });
    expect(delivered.data).toHaveLength(15);
    expect(delivered.data.every((event) => event.pending_webhooks === 0)).toBe(true);
  });

  test('contain the object as it was at the time', async () => {
    const created = await stripe.events.list({ type: 'payment_intent.created', limit: 1 });
    expect(created.data[0]?.data.object).toMatchObject({ status: 'requires_payment_method', latest_charge: null });
  });
});

test('balance transactions add up to the payments less the fees', async () => {
  const { data } = await stripe.balanceTransactions.list({ limit: 100 });
  expect(data.map(({ amount, fee, net }) => [amount, fee, net])).toEqual([
    [524, 45, 479],
    [524, 45, 479],
    [524, 45, 479],
  ]);
});
