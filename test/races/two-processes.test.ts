import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedger } from '#server/ledger/index.ts';
import { reconcile } from '#server/payments/index.ts';
import { callUntilServed, startTwoServers, type TwoServers } from './two-servers.ts';

let world: TwoServers;
beforeAll(async () => {
  world = await startTwoServers();
});
afterAll(() => world.close());

const paymentCount = 100;
const statusesOf = async (responses: readonly Promise<Response>[]): Promise<number[]> =>
  (await Promise.all(responses)).map((response) => response.status);
const repeat = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));
const sessionOf = async (response: Response): Promise<string> => {
  expect(response.status).toBe(200);
  const { url } = (await response.json()) as { url: string };
  return new URL(url).pathname.split('/').at(-1) ?? '';
};

/** Opens checkouts at both servers alternately and pays them all; the receiver stores the messages. */
async function payMany(name: string, count: number): Promise<{ sessionId: string; donationId: string }[]> {
  const sessionIds = await Promise.all(
    repeat(count, async (index) =>
      sessionOf(await callUntilServed(() => world.checkout(world.urls[index % 2]!, `${name}-${index}-key`))),
    ),
  );
  await Promise.all(sessionIds.map((sessionId) => world.control.submitPayment(sessionId)));
  await world.sandbox.sandbox.webhooks.whenIdle();
  const rows = await world.deps.db.read
    .selectFrom('donation_intents')
    .select(['provider_session_id as sessionId', 'donation_id as donationId'])
    .where('provider_session_id', 'in', sessionIds)
    .execute();
  return rows.map(({ sessionId, donationId }) => ({ sessionId: sessionId ?? '', donationId }));
}

/** Finds the messages about a session's completion, as they were signed and sent. */
const messagesOf = (sessionId: string) =>
  world.receiver.received.filter(
    ({ body }) => body.includes('"checkout.session.completed"') && body.includes(`"${sessionId}"`),
  );

/** Reads the ids of the donations of these payments, sorted. */
async function donationIds(payments: readonly { donationId: string }[]): Promise<string[]> {
  const rows = await world.deps.db.read
    .selectFrom('donations')
    .select('id')
    .where(
      'id',
      'in',
      payments.map(({ donationId }) => donationId),
    )
    .execute();
  return rows.map(({ id }) => id).toSorted();
}

const expectedIds = (payments: readonly { donationId: string }[]): string[] =>
  payments.map(({ donationId }) => donationId).toSorted();

test('100 payments, settled at once by webhook, thank-you page and reconciliation at two servers, become one donation each', async () => {
  const payments = await payMany('race', paymentCount);
  expect(payments).toHaveLength(paymentCount);
  const settling = payments.flatMap(({ sessionId, donationId }) =>
    world.urls.flatMap((url) => [
      callUntilServed(() => world.confirm(url, donationId)),
      ...messagesOf(sessionId).map((message) => callUntilServed(() => world.deliver(url, message))),
    ]),
  );
  const reconciling = [reconcile(world.deps, 'open'), reconcile(world.deps, 'recent')];
  const statuses = await statusesOf(settling);
  expect(statuses).toEqual(repeat(paymentCount * 4, () => 200));
  for (const result of await Promise.all(reconciling)) expect(result).toMatchObject({ quarantined: 0 });
  expect(await donationIds(payments)).toEqual(expectedIds(payments));
  expect(await checkLedger(world.deps.db.read)).toEqual([]);
});

test('one message, delivered 8 times to both servers at the same moment, creates one donation', async () => {
  const payments = await payMany('repeated', 10);
  const deliveries = payments.flatMap(({ sessionId }) =>
    world.urls.flatMap((url) =>
      messagesOf(sessionId).flatMap((message) => repeat(8, () => callUntilServed(() => world.deliver(url, message)))),
    ),
  );
  expect(await statusesOf(deliveries)).toEqual(repeat(160, () => 200));
  expect(await donationIds(payments)).toEqual(expectedIds(payments));
  expect(await checkLedger(world.deps.db.read)).toEqual([]);
});

test('one key, sent to both servers at the same moment, creates one intent and one session', async () => {
  const keys = repeat(30, (index) => `shared-${index}-key`);
  const sessionsBefore = world.sandbox.sandbox.store.checkoutSessions.size();
  const pairs = await Promise.all(
    keys.map(async (key) =>
      Promise.all(world.urls.map(async (url) => sessionOf(await callUntilServed(() => world.checkout(url, key))))),
    ),
  );
  for (const [first, second] of pairs) expect(second).toBe(first);
  expect(new Set(pairs.flat()).size).toBe(keys.length);
  expect(world.sandbox.sandbox.store.checkoutSessions.size()).toBe(sessionsBefore + keys.length);
  const intents = await world.deps.db.read
    .selectFrom('donation_intents')
    .select('idempotency_key')
    .where('idempotency_key', 'in', keys)
    .execute();
  expect(intents).toHaveLength(keys.length);
});

test('after the provider failed to open a page, retries with one key at both servers open one page', async () => {
  const keys = repeat(20, (index) => `failed-${index}-key`);
  const [first, second] = world.urls;
  await world.control.armApiFault({
    kind: 'status',
    status: 500,
    method: 'POST',
    path: '/v1/checkout/sessions',
    times: keys.length * 2, // the first and second attempt of each request
  });
  for (const key of keys) expect((await world.checkout(first, key)).status).toBe(503);
  const sessionsBefore = world.sandbox.sandbox.store.checkoutSessions.size();
  const pairs = await Promise.all(
    keys.map(async (key) => {
      const [one, other] = await Promise.all([world.checkout(first, key), world.checkout(second, key)]);
      return [await sessionOf(one), await sessionOf(other)] as const;
    }),
  );
  for (const [one, other] of pairs) expect(other).toBe(one);
  expect(world.sandbox.sandbox.store.checkoutSessions.size()).toBe(sessionsBefore + keys.length);
});
