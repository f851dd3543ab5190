import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, sum, type Money } from '#domain/money/money.ts';
import { addMonths } from '#domain/recurring/add-months.ts';
import type { SubscriptionState } from '#server/ports/subscription-provider.ts';
import { parseResponse, storableText } from '#server/payments/provider-response.ts';
import { charityIdOf } from '../products.ts';
import { recordsIn } from '../record-metadata.ts';
import { idOf, instantSchema, referenceSchema, toDate } from '../stripe-responses.ts';

const cardSchema = z.looseObject({ card: z.nullish(z.looseObject({ brand: z.string(), last4: z.string() })) });

/** The fields of a subscription that we read. */
const subscriptionSchema = z.object({
  id: storableText,
  object: z.literal('subscription'),
  status: z.string(),
  livemode: z.boolean(),
  customer: referenceSchema,
  billing_cycle_anchor: instantSchema,
  ended_at: z.nullish(instantSchema),
  cancellation_details: z.nullish(z.looseObject({ reason: z.nullish(z.string()) })),
  pause_collection: z.nullish(z.looseObject({ resumes_at: z.nullish(instantSchema) })),
  items: z.looseObject({
    data: z.array(
      z.looseObject({
        current_period_end: instantSchema,
        quantity: z.nullish(z.int()),
        price: z.nullish(
          z.looseObject({ currency: z.string(), product: referenceSchema, unit_amount: z.nullish(z.int()) }),
        ),
      }),
    ),
  }),
  metadata: z.nullish(z.record(z.string(), storableText)),
  default_payment_method: z.nullish(z.union([storableText, cardSchema])),
});

type Subscription = z.infer<typeof subscriptionSchema>;

/** Translates a subscription. Throws TypeError for anything else. */
export function toSubscriptionState(response: unknown): SubscriptionState {
  const subscription = parseResponse(subscriptionSchema, response, 'subscription');
  const status = statusOf(subscription);
  const pausedUntil = subscription.pause_collection?.resumes_at;
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    planId: subscription.metadata?.['plan_id'],
    records: recordsIn(subscription.metadata),
    isLive: subscription.livemode,
    status,
    nextChargeAt: status === 'ended' ? undefined : nextChargeOf(subscription),
    pausedUntil: subscription.status !== 'paused' && status === 'paused' ? toDate(pausedUntil) : undefined,
    endedAt: status === 'ended' ? toDate(subscription.ended_at) : undefined,
    hasEndedUnpaid: status === 'ended' && subscription.cancellation_details?.reason === 'payment_failed',
    collected: totalOf(subscription),
    charityId: charityOf(subscription),
    card: cardOf(subscription),
  };
}

/** Returns the total of all lines; `undefined` if they differ in currency or one has no amount. */
function totalOf({ items: { data: lines } }: Subscription): Money | undefined {
  const currency = lines[0]?.price?.currency.toUpperCase();
  if (currency === undefined || !isCurrencyCode(currency)) return undefined;
  const amounts = lines.flatMap(({ price, quantity }) =>
    price?.currency.toUpperCase() === currency && typeof price.unit_amount === 'number'
      ? money(price.unit_amount * (quantity ?? 1), currency)
      : [],
  );
  return amounts.length === lines.length ? sum(amounts, currency) : undefined;
}

const charityOf = ({ items }: Subscription): number | undefined =>
  items.data.map(({ price }) => price && charityIdOf(idOf(price.product))).find((id) => typeof id === 'number') ??
  undefined;

/** Translates Stripe's status. Stripe calls a subscription active while its collection is paused; we call it paused. */
function statusOf({ status, pause_collection: pause }: Subscription): SubscriptionState['status'] {
  switch (status) {
    case 'active':
    case 'trialing':
      return pause ? 'paused' : 'active';
    case 'past_due':
    case 'unpaid':
      return 'past_due';
    case 'paused':
      return 'paused';
    case 'incomplete':
      return 'starting';
    default:
      return 'ended';
  }
}

/**
 * Returns when the next charge is due: at the end of the current month, or on the first charge day after a pause. Months are
 * counted from the anchor, so that a charge day of the 31st returns after a short month.
 */
function nextChargeOf(subscription: Subscription): Date | undefined {
  const { items, pause_collection: pause, billing_cycle_anchor: anchor } = subscription;
  const end = items.data[0]?.current_period_end;
  const isPausedByStripe = subscription.status === 'paused'; // no charge until it is resumed
  if (end === undefined || isPausedByStripe || (pause && typeof pause.resumes_at !== 'number')) return undefined;
  const earliest = Math.max(end, pause?.resumes_at ?? 0) * 1000;
  for (let months = 0; months < monthsMax; months += 1) {
    const charge = addMonths(new Date(anchor * 1000), months);
    if (charge.getTime() >= earliest) return charge;
  }
  return new Date(earliest);
}

const monthsMax = 1200;

function cardOf({ default_payment_method: method }: Subscription): string | undefined {
  if (typeof method !== 'object' || !method?.card) return undefined;
  const { brand, last4 } = method.card;
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} ending in ${last4}`;
}
