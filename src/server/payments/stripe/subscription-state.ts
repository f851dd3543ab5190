import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, sum, type Money } from '#domain/money/money.ts';
import { monthsLater } from '#domain/recurring/months-later.ts';
import type { SubscriptionState } from '#server/payments/subscription-provider.ts';
import { charityIdOf } from './charity-product.ts';
import { idOf, instantSchema, referenceSchema, textSchema } from './wire-values.ts';

const cardSchema = z.looseObject({ card: z.nullish(z.looseObject({ brand: z.string(), last4: z.string() })) });

/** What the product reads of a subscription; the rest may be anything. */
const subscriptionSchema = z.object({
  id: textSchema,
  object: z.literal('subscription'),
  status: z.string(),
  livemode: z.boolean(),
  customer: referenceSchema,
  billing_cycle_anchor: instantSchema,
  ended_at: z.nullish(instantSchema),
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
  metadata: z.nullish(z.record(z.string(), textSchema)),
  default_payment_method: z.nullish(z.union([textSchema, cardSchema])),
});

type Subscription = z.infer<typeof subscriptionSchema>;

/** A subscription as the product knows it. Throws TypeError for an answer that is none. */
export function toSubscriptionState(answer: Stripe.Subscription): SubscriptionState {
  const { data: subscription, error } = subscriptionSchema.safeParse(answer);
  if (error) throw new TypeError(`the answer is no subscription: ${error.issues[0]?.path.join('.') ?? ''}`);
  const status = statusOf(subscription);
  const pausedUntil = subscription.pause_collection?.resumes_at;
  return {
    subscriptionId: subscription.id,
    customerId: idOf(subscription.customer),
    planId: subscription.metadata?.['plan_id'],
    isLive: subscription.livemode,
    status,
    nextChargeAt: status === 'ended' ? undefined : nextChargeOf(subscription),
    pausedUntil: status === 'paused' ? toDate(pausedUntil) : undefined,
    endedAt: status === 'ended' ? toDate(subscription.ended_at) : undefined,
    collected: collectedBy(subscription),
    charityId: charityOf(subscription),
    card: cardOf(subscription),
  };
}

/** All lines together. Lines that differ in currency, or one without a sum of its own, come to nothing that we can read. */
function collectedBy({ items: { data: lines } }: Subscription): Money | undefined {
  const currency = lines[0]?.price?.currency.toUpperCase();
  if (currency === undefined || !isCurrencyCode(currency)) return undefined;
  const sums = lines.flatMap(({ price, quantity }) =>
    price?.currency.toUpperCase() === currency && typeof price.unit_amount === 'number'
      ? money(price.unit_amount * (quantity ?? 1), currency)
      : [],
  );
  return sums.length === lines.length ? sum(sums, currency) : undefined;
}

const charityOf = ({ items }: Subscription): number | undefined =>
  items.data.map(({ price }) => price && charityIdOf(idOf(price.product))).find((id) => typeof id === 'number') ??
  undefined;

/** While its bills are voided a subscription is paused, whatever else is said of it. */
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
 * The month that runs ends then, and the next one is charged; during a pause, the first one after it. Months are counted
 * from the anchor, so that the 31st comes back after a short month.
 */
function nextChargeOf(subscription: Subscription): Date | undefined {
  const { items, pause_collection: pause, billing_cycle_anchor: anchor } = subscription;
  const end = items.data[0]?.current_period_end;
  if (end === undefined || (pause && typeof pause.resumes_at !== 'number')) return undefined;
  const earliest = Math.max(end, pause?.resumes_at ?? 0) * 1000;
  for (let months = 0; months < monthsMax; months += 1) {
    const charge = monthsLater(new Date(anchor * 1000), months);
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

const toDate = (seconds: number | null | undefined): Date | undefined =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : undefined;
