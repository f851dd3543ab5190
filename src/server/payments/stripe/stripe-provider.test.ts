import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import type { CardProvider } from '#server/ports/card-provider.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { createStripeProvider } from './stripe-provider.ts';

const session = {
  id: 'cs_test_1',
  object: 'checkout.session',
  status: 'complete',
  payment_status: 'paid',
  amount_total: 524,
  currency: 'cad',
  livemode: false,
  created: 1_772_625_600,
  expires_at: 1_772_627_460,
  metadata: { intent_id: 'int_1' },
  payment_intent: { id: 'pi_1', object: 'payment_intent', latest_charge: { id: 'ch_1', created: 1_772_625_630 } },
};

/** Responses with status 200 that are not checkout sessions, though the SDK accepts them. */
const unreadable: readonly [string, unknown][] = [
  ['a page of a proxy', '<html>It works!</html>'],
  ['an empty object', {}],
  ['a list', []],
  ['another object', { ...session, object: 'payment_intent' }],
  ['no id', { ...session, id: undefined }],
  ['an amount as a string', { ...session, amount_total: '524' }],
  ['an amount with a fraction', { ...session, amount_total: 523.5 }],
  ['a currency that is a number', { ...session, currency: 1 }],
  ['metadata that is a string', { ...session, metadata: 'int_1' }],
  ['a live mode that is a string', { ...session, livemode: 'false' }],
];

describe('a response from Stripe', () => {
  let server: Server;
  let sent: unknown;
  let stripe: CardProvider;

  beforeEach(async () => {
    server = createServer((_request, response) => {
      response.setHeader('content-type', 'application/json');
      response.end(typeof sent === 'string' ? sent : JSON.stringify(sent));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    stripe = createStripeProvider({
      secretKey: 'sk_test_1',
      webhookSecret: 'whsec_1',
      apiBase: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      isLive: false,
    });
  });
  afterEach(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });

  const all = async (events: AsyncIterable<unknown>): Promise<unknown[]> => {
    const found: unknown[] = [];
    for await (const event of events) found.push(event);
    return found;
  };
  const listOf = (...data: unknown[]) => ({ object: 'list', url: '/v1/list', has_more: false, data });

  test('about a paid session is one fact at the time of the charge', async () => {
    sent = session;
    expect(await stripe.fetchSession('cs_test_1')).toEqual({
      code: 'fetched',
      event: {
        provider: 'stripe',
        eventId: 'asked:cs_test_1:settled',
        occurredAt: new Date('2026-03-04T12:00:30.000Z'),
        isLive: false,
        account: undefined,
        sessionId: 'cs_test_1',
        paymentId: 'pi_1',
        intentId: 'int_1',
        fact: { kind: 'settled', collected: money(524, 'CAD') },
      },
    });
  });

  test.each([
    [{ email: ' guest@example.org ' }, 'guest@example.org'],
    [{ email: null, name: 'A Guest' }, undefined],
    [{ email: 'guest' }, undefined],
    [{ email: ['guest@example.org'] }, undefined],
    ['guest@example.org', undefined],
    [null, undefined],
  ])('with the customer %j names the payer %s', async (customer, payerEmail) => {
    sent = { ...session, customer_details: customer };
    expect(await stripe.fetchSession('cs_test_1')).toMatchObject({
      code: 'fetched',
      event: { payerEmail, fact: { kind: 'settled' } },
    });
  });

  test('about an unfinished session is not a fact', async () => {
    sent = { ...session, status: 'open', payment_status: 'unpaid' };
    expect(await stripe.fetchSession('cs_test_1')).toEqual({ code: 'fetched', event: undefined });
  });

  test.each(unreadable)('makes Stripe unavailable when it is unreadable: %s', async (_what, body) => {
    sent = body;
    expect(await stripe.fetchSession('cs_test_1')).toMatchObject({ code: 'unavailable' });
  });

  test.each(unreadable.slice(3))('makes a list unavailable when one item is unreadable: %s', async (_what, body) => {
    sent = listOf(session, body);
    await expect(all(stripe.listSessionStates(new Date(0)))).rejects.toThrow(ProviderUnavailable);
  });

  test('makes the list of messages unavailable when one is unreadable', async () => {
    sent = listOf({ id: 'evt_1', object: 'event' });
    await expect(all(stripe.listMessages(new Date(0)))).rejects.toThrow(ProviderUnavailable);
  });
});
