import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { toSubscriptionState } from './subscription-state.ts';

const seconds = (instant: string): number => Date.parse(instant) / 1000;

const subscription = (changes: Record<string, unknown> = {}) => ({
  id: 'sub_1',
  object: 'subscription',
  status: 'active',
  livemode: false,
  customer: 'cus_1',
  billing_cycle_anchor: seconds('2027-01-31T09:30:00Z'),
  ended_at: null,
  pause_collection: null,
  items: { data: [{ current_period_end: seconds('2027-02-28T09:30:00Z') }] },
  metadata: { plan_id: 'pln_1' },
  default_payment_method: { card: { brand: 'visa', last4: '4242' } },
  ...changes,
});

describe('a Stripe subscription', () => {
  test('has its plan, its next charge and its card', () => {
    expect(toSubscriptionState(subscription())).toEqual({
      subscriptionId: 'sub_1',
      customerId: 'cus_1',
      planId: 'pln_1',
      records: { first: undefined, terms: undefined },
      isLive: false,
      status: 'active',
      nextChargeAt: new Date('2027-02-28T09:30:00Z'),
      pausedUntil: undefined,
      endedAt: undefined,
      hasEndedUnpaid: false,
      collected: undefined,
      charityId: undefined,
      card: 'Visa ending in 4242',
    });
  });

  const line = (product: string, amount: number | null, currency = 'cad') => ({
    current_period_end: seconds('2027-02-28T09:30:00Z'),
    quantity: 1,
    price: { currency, product, unit_amount: amount },
  });

  test.each(['charity_6', 'charity_6_0123456789ab'])(
    'has the total of its lines and the charity of the product %s',
    (product) => {
      const items = { data: [line(product, 476), line('service_fee', 48)] };
      expect(toSubscriptionState(subscription({ items }))).toMatchObject({
        collected: money(524, 'CAD'),
        charityId: 6,
      });
    },
  );

  test.each([
    ['two currencies', [line('charity_6', 476), line('service_fee', 48, 'usd')]],
    ['an unknown currency', [line('charity_6', 476, 'xxx')]],
    ['a line without an amount', [line('charity_6', 476), line('service_fee', null)]],
    ['no lines', []],
  ])('with %s has no total', (_what, data) => {
    expect(toSubscriptionState(subscription({ items: { data } })).collected).toBeUndefined();
  });

  test('that is paused is next charged on the day of its anchor, even after a short month', () => {
    const pause = { resumes_at: seconds('2027-03-30T09:30:00Z') };
    expect(toSubscriptionState(subscription({ pause_collection: pause }))).toMatchObject({
      status: 'paused',
      pausedUntil: new Date('2027-03-30T09:30:00Z'),
      nextChargeAt: new Date('2027-03-31T09:30:00Z'),
    });
  });

  test.each([
    ['canceled', 'payment_failed', true],
    ['canceled', 'cancellation_requested', false],
    ['canceled', null, false],
    ['past_due', 'payment_failed', false],
  ])('with the status %s and the reason %s has ended unpaid: %s', (status, reason, expected) => {
    const state = toSubscriptionState(subscription({ status, cancellation_details: { reason } }));
    expect(state.hasEndedUnpaid).toBe(expected);
  });

  test.each([
    ['active', 'active'],
    ['past_due', 'past_due'],
    ['unpaid', 'past_due'],
    ['incomplete', 'starting'],
    ['incomplete_expired', 'ended'],
    ['canceled', 'ended'],
    ['a future status', 'ended'],
  ])('with the status %s is %s', (status, ours) => {
    expect(toSubscriptionState(subscription({ status })).status).toBe(ours);
  });

  test.each([
    ['an empty object', {}],
    ['another object', { ...subscription(), object: 'invoice' }],
    ['no items', { ...subscription(), items: null }],
    ['a plan that is a number', { ...subscription(), metadata: { plan_id: 1 } }],
  ])('cannot be read from %s', (_what, response) => {
    expect(() => toSubscriptionState(response)).toThrow(TypeError);
  });
});
