import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { aDonation, stripeFor } from '#sandbox/testing/payer.ts';

let running: RunningSandbox;
let stripe: Stripe;
let control: SandboxControl;

beforeEach(async () => {
  running = await startSandbox();
  stripe = stripeFor(running);
  control = controlSandbox(running.url);
});

afterEach(() => running.close());

const create = (key: string, changes: Partial<Stripe.Checkout.SessionCreateParams> = {}) =>
  stripe.checkout.sessions.create(aDonation(changes), { idempotencyKey: key });

const sessionCount = async () => (await stripe.checkout.sessions.list({ limit: 100 })).data.length;

test('the same key with the same parameters replays the first session', async () => {
  const first = await create('key-1');
  const second = await create('key-1');
  expect(second).toEqual(first);
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await sessionCount()).toBe(1);
});

test('the same key with other parameters is refused', async () => {
  await create('key-1');
  await expect(create('key-1', { client_reference_id: 'int_2' })).rejects.toMatchObject({
    type: 'StripeIdempotencyError',
    statusCode: 400,
  });
});

test('a validation failure is not remembered: the corrected call with the same key succeeds', async () => {
  await expect(create('key-1', { success_url: 'nowhere' })).rejects.toMatchObject({ statusCode: 400 });
  await expect(create('key-1')).resolves.toMatchObject({ status: 'open' });
});

test('a refusal after validation is remembered', async () => {
  const session = await create('key-1');
  await stripe.checkout.sessions.expire(session.id);
  const again = () => stripe.checkout.sessions.expire(session.id, {}, { idempotencyKey: 'key-2' });
  await expect(again()).rejects.toMatchObject({ statusCode: 400 });
  await expect(again()).rejects.toMatchObject({ headers: { 'idempotent-replayed': 'true' } });
});

test('a 500 is remembered under its key and replayed', async () => {
  await control.armApiFault({ kind: 'status', status: 500, method: 'POST' });
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 500 });
  await expect(create('key-1')).rejects.toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } });
  await expect(create('key-2')).resolves.toMatchObject({ status: 'open' });
});

test('a call with a key that another running call uses is refused with 409', async () => {
  await control.armApiFault({ kind: 'slow', slowMs: 200, method: 'POST' });
  const outcomes = await Promise.allSettled([create('key-1'), create('key-1')]);
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(refused[0]?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  expect(await sessionCount()).toBe(1);
});

test('a key is forgotten after a day of sandbox time', async () => {
  const first = await create('key-1');
  await control.advanceClock(24 * 3600 + 1);
  const second = await create('key-1');
  expect(second.id).not.toBe(first.id);
});

test('a retry with the same key gets the response that was cut off', async () => {
  await control.armApiFault({ kind: 'cut', moment: 'after_effect', method: 'POST' });
  const retrying = stripeFor(running, { maxNetworkRetries: 1 });
  const session = await retrying.checkout.sessions.create(aDonation(), { idempotencyKey: 'key-1' });
  expect(session.lastResponse.headers['idempotent-replayed']).toBe('true');
  expect(await sessionCount()).toBe(1);
});
