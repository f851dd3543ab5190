import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/billing-records.ts';
import { endSubscription } from '../stripe-billing/end-subscription.ts';
import { changedSubscription, updateSubscription } from '../stripe-billing/update-subscription.ts';
import { expandParameter } from '../stripe-parameters/form-values.ts';
import {
  cancelSubscriptionParameters,
  listSubscriptionsParameters,
  unsettableOfSubscription,
  updateSubscriptionParameters,
} from '../stripe-parameters/subscription-parameters.ts';
import { noSuch } from '../stripe/stripe-error.ts';
import { subscriptionToWire } from '../stripe-wire/subscription.ts';
import { endpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { readPage } from './page.ts';

const path = '/v1/subscriptions/:id';
const answers = { kind: 'subscription' } as const;

function findSubscription({ store }: Sandbox, id: string): SubscriptionRecord {
  const subscription = store.subscriptions.get(id);
  if (subscription === undefined) throw noSuch('subscription', id);
  return subscription;
}

const readSubscription = endpoint({
  method: 'GET',
  path,
  parameters: z.strictObject(expandParameter),
  answers,
  check: (sandbox, _parameters, id) => findSubscription(sandbox, id),
  run: (_sandbox, subscription) => subscriptionToWire(subscription),
});

const changeSubscription = endpoint({
  method: 'POST',
  path,
  parameters: updateSubscriptionParameters,
  unsettable: unsettableOfSubscription,
  answers,
  check: (sandbox, parameters, id) => {
    const subscription = findSubscription(sandbox, id);
    return { subscription, changed: changedSubscription(sandbox, subscription, parameters) };
  },
  run: (sandbox, { subscription, changed }, origin) =>
    subscriptionToWire(updateSubscription(sandbox, subscription, changed, origin)),
});

const cancelSubscription = endpoint({
  method: 'DELETE',
  path,
  parameters: cancelSubscriptionParameters,
  answers,
  check: (sandbox, _parameters, id) => {
    const subscription = findSubscription(sandbox, id);
    // As with Stripe, one that has ended cannot be found for this call any more, though it can be read.
    if (subscription.status === 'canceled') throw noSuch('subscription', id);
    return subscription;
  },
  run: (sandbox, subscription, origin) =>
    subscriptionToWire(endSubscription(sandbox, subscription, 'cancellation_requested', origin)),
});

const listSubscriptions = endpoint({
  method: 'GET',
  path: '/v1/subscriptions',
  parameters: listSubscriptionsParameters,
  answers: { ...answers, isList: true },
  check: (sandbox, parameters) =>
    readPage(sandbox.store.subscriptions, 'subscription', parameters, ({ customerId, status }) => {
      if (parameters.customer !== undefined && customerId !== parameters.customer) return false;
      return isAskedFor(status, parameters.status);
    }),
  run: (_sandbox, page) => ({
    object: 'list',
    data: page.records.map(subscriptionToWire),
    has_more: page.hasMore,
    url: '/v1/subscriptions',
  }),
});

/** Those that have ended are listed only when they are asked for. */
function isAskedFor(status: SubscriptionRecord['status'], asked: string | undefined): boolean {
  if (asked === 'all') return true;
  if (asked === undefined) return status !== 'canceled';
  return status === (asked === 'ended' ? 'canceled' : asked);
}

/** Subscriptions: read, change, cancel, list. They begin on the hosted page alone. */
export const subscriptionEndpoints: readonly Endpoint[] = [
  readSubscription,
  changeSubscription,
  cancelSubscription,
  listSubscriptions,
];
